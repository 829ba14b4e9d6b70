import { limits } from '#contract/limits.ts'
import { markLoaderGone } from '#web/client/loader-done.ts'
import { bootState } from '#web/start/boot-state.ts'

/**
 * The full-screen loader. Its markup is in index.html, so that it shows before any script runs. This file sets the
 * loader's text and hides the loader, at the earliest 1.5 s after the start, to avoid flicker.
 */
const loader = document.getElementById('loader')
const fadeMs = 200
/** The HTML rendered by the server. It covers the screen until the app has rendered its first screen. */
const firstHtml = document.getElementById('first')
export function setLoaderText(text: string): void {
  const words = loader?.querySelector('p')
  if (words) words.textContent = text
}

/** Removes the HTML rendered by the server if the app opens another path or language. */
export function dropStaleFirstHtml(path: string): void {
  if (firstHtml?.dataset.path !== path || firstHtml.lang !== document.documentElement.lang)
    firstHtml?.remove()
}

export function hideLoader(): void {
  const shownMs = performance.now() - bootState.startedAt
  setTimeout(removeLoader, Math.max(0, limits.loader.ms - shownMs))
}

function removeLoader(): void {
  firstHtml?.remove()
  document.documentElement.classList.add('started')
  setTimeout(() => {
    loader?.remove()
    markLoaderGone()
  }, fadeMs)
}
