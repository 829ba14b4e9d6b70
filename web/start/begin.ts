import type { BootState } from './boot-state.ts'
import { announceReady, cleanThemeEvents } from './client.ts'
import { askFirstData } from './first-data.ts'
import { spokenLanguage } from './language.ts'
import { readLaunch } from './launch.ts'
import { linkedPath } from './linked-path.ts'
import { loginRequest } from './login.ts'
import { readSaved, removeSaved } from './saved-session.ts'
import { ensureStorage } from './storage.ts'
import { warmFormats } from './warm-formats.ts'

/** All of the start that nobody sees: the launch is read and kept, the client is told, the login is sent. */
export function begin(startedAt: number): BootState {
  const launch = readLaunch(ensureStorage())
  cleanThemeEvents()
  announceReady(launch)
  // A new launch is a new session; a reload goes on with the old one.
  if (launch.isFresh) removeSaved(launch)
  const needsLogin = launch.initData !== '' && !readSaved(launch)
  const login = needsLogin ? fetch(loginRequest(launch)) : null
  login?.catch(() => undefined) // the application, which awaits the same promise, tells the person
  const linked = linkedPath(launch)
  const firstData = login && askFirstData(launch, linked, login)
  warmFormats(spokenLanguage(launch))
  return { launch, linkedPath: linked, startedAt, login, firstData }
}
