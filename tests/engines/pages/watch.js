// Tells the run what the page complains of, whichever engine it runs in.
;(() => {
  const tell = (words) =>
    void fetch('/engines/complaints', { method: 'POST', body: String(words), keepalive: true })
  const told = (reason) => (reason && (reason.stack || reason.message)) || reason
  addEventListener('error', (event) => {
    // Observers that are late by one frame are no error of the page.
    if (!/^ResizeObserver loop/.test(event.message))
      tell(`uncaught: ${event.message} ${told(event.error)} (${event.filename}:${event.lineno})`)
  })
  addEventListener('unhandledrejection', (event) => tell(`unhandled: ${told(event.reason)}`))
  addEventListener('securitypolicyviolation', (event) =>
    tell(`forbidden by the policy of contents: ${event.violatedDirective} ${event.blockedURI}`),
  )
  const say = console.error
  console.error = (...words) => {
    tell(`console: ${words.map(told).join(' ')}`)
    say.apply(console, words)
  }
})()
