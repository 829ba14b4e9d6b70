// Runs in the page before anything of its own and notes what a person would feel.
const seen = { lcp: 0, tbt: 0, cls: 0, card: null }
Object.assign(window, {
  seen,
  // A telephone's Telegram, so that the mini-app starts as it does there.
  TelegramWebviewProxy: { postEvent: () => undefined },
})

function observe(type, note) {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
}

observe('largest-contentful-paint', (entry) => {
  seen.lcp = entry.startTime
})
observe('longtask', (entry) => {
  seen.tbt += Math.max(0, entry.duration - 50)
})
observe('layout-shift', (entry) => {
  if (!entry.hadRecentInput) seen.cls += entry.value
})

/** Notes how long after the next press the screen changes. */
window.watchTap = () => {
  seen.tap = null
  const wait = () => {
    const from = performance.now()
    const changes = new MutationObserver(() => {
      changes.disconnect()
      requestAnimationFrame(() => {
        seen.tap = performance.now() - from
      })
    })
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  }
  addEventListener('click', wait, { capture: true, once: true })
}

/** Notes how long after the next press a button with these words stands on the screen. */
window.watchButton = (words) => {
  seen.button = null
  const wait = () => {
    const from = performance.now()
    const search = () => {
      const buttons = [...document.querySelectorAll('button')]
      if (buttons.some((button) => words.test(button.textContent) && button.checkVisibility()))
        seen.button = performance.now() - from
      else requestAnimationFrame(search)
    }
    requestAnimationFrame(search)
  }
  addEventListener('click', wait, { capture: true, once: true })
}

function look() {
  const loader = document.getElementById('loader')
  const isCovered = loader !== null && !document.documentElement.classList.contains('started')
  if (!isCovered && document.querySelector('a[href^="/order/"]')) seen.card = performance.now()
  else requestAnimationFrame(look)
}
requestAnimationFrame(look)
