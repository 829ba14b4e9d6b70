/**
 * Replaces the loader's text with an error and a "retry" button. It uses plain DOM, because no other code may be
 * loaded.
 */
export function showLoadError({ text, retry }: { text: string; retry: string }, onRetry: () => void): void {
  const loader = document.getElementById('loader')
  const sentence = loader?.querySelector('p')
  if (!loader || !sentence || loader.querySelector('button')) return
  sentence.textContent = text
  const button = document.createElement('button')
  button.textContent = retry
  button.onclick = () => {
    button.remove()
    sentence.textContent = ''
    onRetry()
  }
  loader.append(button)
}
