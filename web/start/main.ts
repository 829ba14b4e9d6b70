/**
 * Runs before everything else, as a classic script: the theme stands before the first paint, and the login is
 * on its way while the application is still being loaded.
 */
import { startWords } from '#contract/languages.ts'
import { applyTheme, deriveTheme } from '#web/theme/theme.ts'
import { announceReady, cleanThemeEvents } from './client.ts'
import { askFirstData } from './first-data.ts'
import { spokenLanguage } from './language.ts'
import { readLaunch } from './launch.ts'
import { linkedPath } from './linked-path.ts'
import { loginRequest } from './login.ts'
import { readSaved, removeSaved } from './saved-session.ts'
import { ensureStorage } from './storage.ts'
import { warmFormats } from './warm-formats.ts'
import { watchScripts } from './watch-scripts.ts'

const launch = readLaunch(ensureStorage())
watchScripts(startWords[spokenLanguage(launch)])
if (launch.initData) applyTheme(deriveTheme(launch.theme))
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
window.otklik = { launch, linkedPath: linked, startedAt: performance.now(), login, firstData }
