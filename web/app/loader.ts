import { limits } from '#contract/limits.ts'
import { loaderWent } from '#web/client/loader-done.ts'
import { bootState } from '#web/start/boot-state.ts'

/**
 * The full-screen loader. It stands in index.html, so that it is on the screen before any script; here it only
 * gets its words and goes. It leaves 1.5 s after the start at the earliest, because it may not flicker.
 */
const loader = document.getElementById('loader')
const fadeMs = 200
/** What the server has drawn for this address lies over the screen until that is there. */
const firstHtml = document.getElementById('first')
export function nameLoader(text: string): void {
  const words = loader?.querySelector('p')
  if (words) words.textContent = text
}

/** Drops what the server has drawn when the app opens another place or speaks another language. */
export function checkFirstHtml(path: string): void {
  if (firstHtml?.dataset.path !== path || firstHtml.lang !== document.documentElement.lang)
    firstHtml?.remove()
}

export function hideLoader(): void {
  const shown = performance.now() - bootState.startedAt
  setTimeout(leave, Math.max(0, limits.loader.ms - shown))
}

function leave(): void {
  firstHtml?.remove()
  document.documentElement.classList.add('started')
  setTimeout(() => {
    loader?.remove()
    loaderWent()
  }, fadeMs)
}
