/**
 * The guard is inlined in the page before every file, in ES5 syntax. It reports an outdated engine or missing files, so
 * neither may break the guard itself. The guard stops when the application is ready.
 */

/** Messages of the guard, which the build inserts for each language (web/build/guard-script.ts). */
declare const words: { [language: string]: { old: string; oldApple: string; slow: string; retry: string } }

// The code is in a function, because top-level names of a classic script are global.
;(function guard() {
  var page = document.documentElement
  // The language is read at once, because the start script later removes the launch data from the URL.
  var languageMatch = /language_code(?:%(?:25)*(?:22|3A))+([a-z]{2})/i.exec(location.hash)
  var language = (languageMatch ? languageMatch[1] : (navigator.language || '').slice(0, 2)) || ''
  var allWords = words
  var ownWords = allWords[language.toLowerCase()] || allWords[page.lang]
  /**
   * `seconds` counts from the start. `arrived` is the value of `seconds` when the last script was loaded. The count is
   * slower while the page is in the background.
   */
  var seconds = 0
  var arrived = 0
  var isOld = false
  var button: HTMLButtonElement | undefined
  var isReported = false

  function isReady() {
    return /(^| )started( |$)/.test(page.className)
  }

  function showText(text: string) {
    var loader = document.getElementById('loader')
    var first = document.getElementById('first')
    if (isReady() || !loader) return
    var existingButton = loader.getElementsByTagName('button')[0]
    // If the loader has a button, web/start/failures/give-up.ts has shown its message. That message is more specific
    // and stays.
    if (existingButton && existingButton !== button) return
    if (isOld && first && first.parentNode) first.parentNode.removeChild(first)
    var sentence = loader.getElementsByTagName('p')[0]
    if (sentence) sentence.textContent = text
    if (button) return
    button = document.createElement('button')
    button.textContent = ownWords ? ownWords.retry : ''
    button.onclick = function reload() {
      location.reload()
    }
    loader.appendChild(button)
  }

  function report(message: string, stack: string | undefined) {
    if (isReported) return
    isReported = true
    var request = new XMLHttpRequest()
    request.open('POST', '/api/app/client_error')
    request.setRequestHeader('content-type', 'application/json')
    request.send(
      JSON.stringify({
        message: ('before the start: ' + message).slice(0, 1000),
        stack: stack ? String(stack).slice(0, 4000) : undefined,
        page: location.pathname.slice(0, 200),
        agent: navigator.userAgent.slice(0, 300),
      }),
    )
  }

  /**
   * Handles an error of the app's own code. The application may continue after the error, so the message appears only
   * after two seconds.
   */
  function handleFailure(message: string, stack: string | undefined) {
    if (isReady()) return
    report(message, stack)
    isOld = true
    setTimeout(function tell() {
      if (ownWords) showText(/iPhone|iPad/.test(navigator.userAgent) ? ownWords.oldApple : ownWords.old)
    }, 2000)
  }

  // Errors without a file name are ignored, because they come from scripts that Telegram's clients inject.
  function isFile(text: unknown) {
    return /\.(js|tsx?)\b/.test(String(text))
  }
  window.addEventListener('error', function onError(event) {
    // A missing file does not mean an outdated engine. The loader of the file reports it.
    var isLost = event.error && event.error.name === 'PartLost'
    if (isFile(event.filename) && !isLost) handleFailure(event.message, event.error && event.error.stack)
  })
  window.addEventListener('unhandledrejection', function onRejection(event) {
    var reason = event.reason || {}
    var isLost = /^(Failed to fetch|Load failed|NetworkError|Importing|error loading|Unable to preload)/i
    if (!/^(Type|Reference|Syntax|Range)?Error$/.test(reason.name) || isLost.test(reason.message)) return
    if (isFile(reason.stack)) handleFailure(reason.name + ': ' + reason.message, reason.stack)
  })
  window.addEventListener(
    'load',
    function onArrival(event) {
      if (/^(SCRIPT|LINK)$/.test((event.target as Element).tagName)) arrived = seconds
    },
    true,
  )

  function checkStart() {
    if (isReady()) return
    seconds += 1
    if (ownWords && !isOld && (seconds - arrived >= 12 || seconds >= 30)) showText(ownWords.slow)
    setTimeout(checkStart, 1000)
  }
  setTimeout(checkStart, 1000)
})()
