import { giveUp } from './give-up.ts'

const delayMs = 1500
const maxReloads = 3
/** How often each style sheet of the page was asked for. */
const asked = new Map<string, number>()

/**
 * A script of the page that does not arrive (a lost connection, a deployment between two requests) would leave
 * the loader standing for ever, so the page is loaded again, a few times; then the loader says what is the matter.
 * Without its style sheet the page goes on, so that is asked for again in its place.
 */
export function watchScripts(words: () => { text: string; retry: string }): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) loadPageAgain(words)
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') askAgain(target)
    },
    true,
  )
}

/** A few times, then it is up to the person. */
export function loadPageAgain(words: () => { text: string; retry: string }): void {
  const reloads = Number(history.state?.reloads ?? 0)
  const again = (count: number) => {
    history.replaceState({ ...history.state, reloads: count }, '')
    location.reload()
  }
  if (reloads >= maxReloads) giveUp(words(), () => again(0))
  else setTimeout(() => again(reloads + 1), delayMs * 2 ** reloads)
}

function askAgain(sheet: HTMLLinkElement): void {
  const times = asked.get(sheet.href) ?? 0
  asked.set(sheet.href, times + 1)
  if (times < maxReloads) setTimeout(() => sheet.replaceWith(sheet.cloneNode()), delayMs * 2 ** times)
}
