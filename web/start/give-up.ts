/** The loader says that the application did not come, with a button to try again. Nothing is loaded that draws it. */
export function giveUp({ text, retry }: { text: string; retry: string }, onRetry: () => void): void {
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
