import { showLoadError } from './give-up.ts'

const delayMs = 1500
const maxReloads = 3
/** Number of times that each style sheet of the page was requested. */
const requestCounts = new Map<string, number>()

/**
 * Recovers from a missing script, for example after a lost connection or a deployment between two requests. The page is
 * reloaded a few times, then the loader shows an error. A missing style sheet is requested again without reloading the
 * page.
 */
export function watchScripts(words: () => { text: string; retry: string }): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) reloadPage(words)
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') reloadStyleSheet(target)
    },
    true,
  )
}

/** Reloads the page a limited number of times, then asks the user. */
export function reloadPage(words: () => { text: string; retry: string }): void {
  const reloads = Number(history.state?.reloads ?? 0)
  const reload = (count: number) => {
    history.replaceState({ ...history.state, reloads: count }, '')
    location.reload()
  }
  if (reloads >= maxReloads) showLoadError(words(), () => reload(0))
  else setTimeout(() => reload(reloads + 1), delayMs * 2 ** reloads)
}

function reloadStyleSheet(sheet: HTMLLinkElement): void {
  const times = requestCounts.get(sheet.href) ?? 0
  requestCounts.set(sheet.href, times + 1)
  if (times < maxReloads) setTimeout(() => sheet.replaceWith(sheet.cloneNode()), delayMs * 2 ** times)
}
