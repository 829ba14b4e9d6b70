// What Telegram's client for telephones puts into the page: events go out by a proxy object and come back by a function
// that the page has defined.
;(() => {
  const { platform } = document.currentScript.dataset
  const activation = navigator.userActivation
  const receive = ([type, data]) => {
    const { Telegram, TelegramGameProxy } = window
    const view = platform === 'android' ? Telegram?.WebView : TelegramGameProxy
    view?.receiveEvent(type, data)
  }
  const postEvent = (type, data) => {
    const heard = {
      type,
      data: JSON.parse(data || '{}'),
      size: { width: innerWidth, height: innerHeight },
      active: activation ? activation.isActive : null,
    }
    void fetch('/engines/heard', { method: 'POST', body: JSON.stringify(heard) })
      .then((answer) => answer.json())
      .then((events) => events.forEach(receive))
  }
  window.TelegramWebviewProxy = { postEvent }
  window.telegramClient = { receive }
})()
