/**
 * The start script runs first, as a classic script. It applies the theme before the first paint, and sends the login
 * while the application loads.
 */
import { startWords } from '#contract/languages.ts'
import { addPolyfills } from '#web/start/failures/newer.ts'
import { watchScripts } from '#web/start/failures/watch-scripts.ts'
import { spokenLanguage } from '#web/start/session/language.ts'
import { themeInAddress } from '#web/start/session/launch.ts'
import { applyTheme, deriveTheme } from '#web/theme/theme.ts'
import { begin } from './begin.ts'
import type { BootState } from './boot-state.ts'

/** Delay after which work starts if the page is not painted, such as in a hidden window or with a late style sheet. */
const fallbackMs = 300

/**
 * Runs work after the first paint, which the work must not delay: the first access to storage takes 20 ms on a slow
 * phone. `run` may be called twice.
 */
function afterPaint(run: () => void): void {
  setTimeout(run, fallbackMs)
  requestAnimationFrame(() => setTimeout(run))
}

addPolyfills()
const startedAt = performance.now()
let state: BootState | undefined
const readBootState = (): BootState => {
  state ??= begin(startedAt)
  return state
}
// The state is computed on first access, because a cached application may run before the first paint.
Object.defineProperty(window, 'otklik', { get: readBootState })
watchScripts(() => startWords[spokenLanguage(readBootState().launch)])
const theme = themeInAddress() ?? (readBootState().launch.initData ? readBootState().launch.theme : null)
if (theme) applyTheme(deriveTheme(theme))
afterPaint(readBootState)
