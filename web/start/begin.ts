import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import { spokenLanguage } from '#web/start/session/language.ts'
import { readLaunch } from '#web/start/session/launch.ts'
import { linkedPath } from '#web/start/session/linked-path.ts'
import { loginRequest } from '#web/start/session/login.ts'
import { readSaved, removeSaved } from '#web/start/session/saved-session.ts'
import { ensureStorage } from '#web/start/session/storage.ts'
import type { BootState } from './boot-state.ts'
import { announceReady, cleanThemeEvents } from './client.ts'
import { requestFirstData } from './first-data.ts'

/**
 * Start of the app before anything is rendered: reads and stores the launch, notifies the Telegram client, sends the
 * login request.
 */
export function begin(startedAt: number): BootState {
  const launch = readLaunch(ensureStorage())
  cleanThemeEvents()
  announceReady(launch)
  // A new launch starts a new session. A reload keeps the session.
  if (launch.isFresh) removeSaved(launch)
  const needsLogin = launch.initData !== '' && !readSaved(launch)
  const login = needsLogin ? fetch(loginRequest(launch)) : null
  login?.catch(() => undefined) // errors are ignored here: the application awaits the same promise and reports them
  const pathOfLink = linkedPath(launch)
  const firstData = login && requestFirstData(launch, pathOfLink, login)
  warmFormats(spokenLanguage(launch))
  return { launch, linkedPath: pathOfLink, startedAt, login, firstData }
}

/** Delay in ms. It is long enough to come after the first cards, and short enough to come before the application. */
const afterMs = 300

/**
 * Formats a date in advance: the first formatted date of a language loads its calendar, which takes 60 ms on a slow
 * phone. This is done while the app waits for the network.
 */
function warmFormats(language: Language): void {
  setTimeout(() => dateFormat(dateLocale[language], { day: 'numeric', month: 'short' }), afterMs)
}
