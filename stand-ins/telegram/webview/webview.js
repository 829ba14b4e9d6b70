/*
 * A WebView belongs to the client that shows it: this script runs in each page before the page's own and does what
 * Telegram's clients and the systems below them do. Traits of the client come in a cookie of the desk. What the page
 * cannot tell apart from a real WebView is done in its window; the rest is told to the desk, which is the client.
 */
;(() => {
  const cookie = /(?:^|; )webview=([^;]*)/.exec(document.cookie)?.[1]
  if (window === window.top || !cookie) return
  const traits = JSON.parse(decodeURIComponent(cookie))
  const desk = window.parent
  const tell = (webview, data) => desk.postMessage({ webview, data }, '*')

  const refused = (name) => () => {
    throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError')
  }
  for (const name of ['sessionStorage', 'localStorage']) {
    if (traits.storage === 'works') break
    const get = traits.storage === 'null' ? () => null : refused(name)
    Object.defineProperty(window, name, { configurable: true, get })
  }

  if (traits.clipboard === 'refused') {
    const writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
    if (navigator.clipboard) Object.defineProperties(navigator.clipboard, { writeText: { value: writeText } })
    const run = document.execCommand.bind(document)
    document.execCommand = (command, ...rest) => command !== 'copy' && run(command, ...rest)
  }

  // A link that a page opens needs a touch: the owner of the WebView sees each.
  for (const kind of ['pointerdown', 'pointerup', 'click', 'keydown'])
    addEventListener(kind, ({ isTrusted }) => isTrusted && tell('touch'), { capture: true, passive: true })

  const isField = (element) =>
    element instanceof HTMLElement &&
    element.matches(
      'textarea:not([readonly]), select, [contenteditable], input:not([readonly], [type=checkbox], [type=radio], [type=file])',
    )
  // A keyboard goes down slowly: the touch that takes the focus from a field still meets what it was aimed at.
  const keyboardMs = 300
  addEventListener('focusin', ({ target }) => isField(target) && tell('field', true), true)
  addEventListener(
    'focusout',
    () => setTimeout(() => isField(document.activeElement) || tell('field', false), keyboardMs),
    true,
  )

  const heard = {
    /** The keyboard lies over the page, which keeps its height: only the visual viewport knows. */
    keyboard(height) {
      const { visualViewport } = window
      if (!visualViewport) return
      Object.defineProperty(visualViewport, 'height', {
        configurable: true,
        get: () => window.innerHeight - height,
      })
      visualViewport.dispatchEvent(new Event('resize'))
    },
    blur() {
      document.activeElement?.blur()
    },
    event([type, data]) {
      const receive = window.Telegram?.WebView?.receiveEvent ?? window.TelegramGameProxy?.receiveEvent
      receive?.(type, data)
    },
  }
  addEventListener(
    'message',
    (message) => {
      const act = message.source === desk && heard[message.data?.webview]
      if (!act) return
      message.stopImmediatePropagation()
      act(message.data.data)
    },
    true,
  )

  if (traits.transport === 'native') {
    // A page of a native client is nobody's frame.
    Object.defineProperty(window, 'parent', { value: window })
    Object.defineProperty(window, 'self', { value: window.top })
    window.TelegramWebviewProxy = { postEvent: (type, data) => tell('post', [type, data]) }
  }
})()
