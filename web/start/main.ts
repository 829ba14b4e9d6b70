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

/** Fallback for pages without a paint, such as hidden windows or a late style sheet. */
const fallbackMs = 300

/**
 * Runs work that must not delay the first paint: the first access to storage takes 20 ms on a slow phone.
 * `run` may be called twice.
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
