import { spokenLanguage } from '#web/start/session/language.ts'
import { readLaunch } from '#web/start/session/launch.ts'
import { linkedPath } from '#web/start/session/linked-path.ts'
import { loginRequest } from '#web/start/session/login.ts'
import { readSaved, removeSaved } from '#web/start/session/saved-session.ts'
import { ensureStorage } from '#web/start/session/storage.ts'
import type { BootState } from './boot-state.ts'
import { announceReady, cleanThemeEvents } from './client.ts'
import { requestFirstData } from './first-data.ts'
import { warmFormats } from './warm-formats.ts'

/** The invisible part of the start: reads and stores the launch, notifies the client, sends the login. */
export function begin(startedAt: number): BootState {
  const launch = readLaunch(ensureStorage())
  cleanThemeEvents()
  announceReady(launch)
  // A new launch starts a new session; a reload keeps it.
  if (launch.isFresh) removeSaved(launch)
  const needsLogin = launch.initData !== '' && !readSaved(launch)
  const login = needsLogin ? fetch(loginRequest(launch)) : null
  login?.catch(() => undefined) // the application awaits the same promise and reports the error
  const linked = linkedPath(launch)
  const firstData = login && requestFirstData(launch, linked, login)
  warmFormats(spokenLanguage(launch))
  return { launch, linkedPath: linked, startedAt, login, firstData }
}
