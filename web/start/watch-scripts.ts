const delayMs = 1500
const maxReloads = 3

/**
 * A script of the page that does not arrive (a lost connection, a deployment between two requests) would leave
 * the loader standing for ever, so the page is loaded again, a few times; then the loader says what is the matter.
 */
export function watchScripts(words: () => { text: string; retry: string }): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      const reloads = Number(history.state?.reloads ?? 0)
      if (reloads >= maxReloads) return giveUp(words())
      history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
      setTimeout(() => location.reload(), delayMs * 2 ** reloads)
    },
    true,
  )
}

function giveUp({ text, retry }: { text: string; retry: string }): void {
  const loader = document.getElementById('loader')
  const sentence = loader?.querySelector('p')
  if (!loader || !sentence || loader.querySelector('button')) return
  sentence.textContent = text
  const button = document.createElement('button')
  button.textContent = retry
  button.onclick = () => {
    history.replaceState({ ...history.state, reloads: 0 }, '')
    location.reload()
  }
  loader.append(button)
}
