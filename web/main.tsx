import '@fontsource-variable/inter'
import './styles/tokens.css'
import './styles/base.css'
import './app/loader.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from '#contract/languages.ts'
import { App } from '#web/app/app.tsx'
import { firstPath, lastPath } from '#web/app/first-path.ts'
import { connectLayers } from '#web/app/layers.ts'
import { dropStaleFirstHtml, setLoaderText } from '#web/app/loader.ts'
import { connectSlowNote } from '#web/app/patience.ts'
import { refreshPerson } from '#web/app/refresh-person.ts'
import { watchErrors } from '#web/app/watch-errors.ts'
import { api } from '#web/client/http/api.ts'
import { dropSession } from '#web/client/http/session.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { bootState } from '#web/start/boot-state.ts'
import { showLoadError } from '#web/start/failures/give-up.ts'
import { spokenLanguage } from '#web/start/session/language.ts'
import { connectTelegram, launch } from '#web/telegram/index.ts'
import { startI18n } from './client/i18n.ts'
import { loaderGone } from './client/loader-done.ts'

function begin(root: HTMLElement): void {
  watchErrors()
  connectLayers()
  connectSlowNote()
  window.history.replaceState(null, '', firstPath(bootState, window.location.href, lastPath()))
  start(root)
}

/** Without the first texts nothing can be shown; the loader offers a retry. */
function start(root: HTMLElement): void {
  const language = spokenLanguage(launch)
  startI18n(language).then(
    () => draw(root),
    () => showLoadError(startWords[language], () => start(root)),
  )
}

function draw(root: HTMLElement): void {
  const hasSavedSession = launch.initData !== '' && !bootState.login
  dropStaleFirstHtml(window.location.pathname)
  setLoaderText(words.t('start.loading'))
  // A transition, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  if (launch.initData) void loaderGone.then(() => api('POST /api/app/ready')).catch(() => undefined)
  if (hasSavedSession) refreshPerson().catch(() => undefined)
  // After the first paint, which must not wait for the SDK.
  requestAnimationFrame(() => connectTelegram({ popupClosed: dropSession }))
}

const root = document.getElementById('root')
// In a separate task: together with parsing the code it would block a slow phone for too long.
if (root) setTimeout(() => begin(root))
