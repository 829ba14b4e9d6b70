/**
 * Opens a page of our own origin with storage refused, as browsers refuse it to third parties.
 * A frame that navigates gets a new window with nothing of ours in it, so the page is written into the
 * empty document after its window was prepared.
 */
export async function openWithoutStorage(element: HTMLIFrameElement, url: string) {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const frame = element.contentWindow
  if (!frame) return
  const page = frame.document
  page.open()
  frame.history.replaceState(null, '', url)
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(frame, name, {
      configurable: true,
      get() {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError')
      },
    })
  page.write(html)
  page.close()
}
