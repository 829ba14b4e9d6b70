/*
 * Emulates a client's WebView. The script runs before the page's own scripts and reproduces the behaviour of
 * Telegram's clients and operating systems. The client's traits come from a cookie set by the desk. Effects visible to
 * the page are emulated in its window; everything else is reported to the desk, which acts as the client.
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

  // Reports touches, because a page may open a link only after a touch.
  for (const kind of ['pointerdown', 'pointerup', 'click', 'keydown'])
    addEventListener(kind, ({ isTrusted }) => isTrusted && tell('touch'), { capture: true, passive: true })

  const isField = (element) =>
    element instanceof HTMLElement &&
    element.matches(
      'textarea:not([readonly]), select, [contenteditable], input:not([readonly], [type=checkbox], [type=radio], [type=file])',
    )
  // The keyboard closes with a delay and after the touch that blurs a field, so that this touch still hits its target. On
  // a phone the field loses the focus only when the finger is lifted.
  const keyboardMs = 300
  let isTouched = false
  addEventListener('pointerdown', () => (isTouched = true), { capture: true, passive: true })
  for (const kind of ['pointerup', 'pointercancel'])
    addEventListener(kind, () => (isTouched = false), { capture: true, passive: true })
  const closeKeyboard = () =>
    setTimeout(() => {
      if (isTouched) closeKeyboard()
      else if (!isField(document.activeElement)) tell('field', false)
    }, keyboardMs)
  addEventListener('focusin', ({ target }) => isField(target) && tell('field', true), true)
  addEventListener('focusout', closeKeyboard, true)

  const heard = {
    /** The keyboard covers the page without resizing it; only the visual viewport reports it. */
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
    // In a native client the page is not in a frame.
    Object.defineProperty(window, 'parent', { value: window })
    Object.defineProperty(window, 'self', { value: window.top })
    window.TelegramWebviewProxy = { postEvent: (type, data) => tell('post', [type, data]) }
  }
})()
