const delayMs = 1500
const maxReloads = 3

/**
 * A script of the page that does not arrive (a lost connection, a deployment between two requests) would leave
 * the loader standing for ever, so the page is loaded again, a few times.
 */
export function watchScripts(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      const reloads = Number(history.state?.reloads ?? 0)
      if (reloads >= maxReloads) return
      history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
      setTimeout(() => location.reload(), delayMs * 2 ** reloads)
    },
    true,
  )
}
