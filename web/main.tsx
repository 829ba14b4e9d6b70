import './styles/tokens.css'
import './styles/base.css'
import './app/loader.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from '#contract/languages.ts'
import { App } from '#web/app/app.tsx'
import { connectLayers, connectSlowNote } from '#web/app/connect-ui.ts'
import { firstPath, lastPath } from '#web/app/first-path.ts'
import { dropStaleFirstHtml, setLoaderText } from '#web/app/loader.ts'
import { watchErrors } from '#web/app/watch-errors.ts'
import { api } from '#web/client/http/api.ts'
import { dropSession } from '#web/client/http/session.ts'
import { startI18n } from '#web/client/i18n.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { loaderGone } from '#web/client/loader-done.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { refreshMe } from '#web/features/session/use-me.ts'
import { bootState } from '#web/start/boot-state.ts'
import { showLoadError } from '#web/start/failures/give-up.ts'
import { spokenLanguage } from '#web/start/session/language.ts'
import { connectTelegram, launch } from '#web/telegram/index.ts'

function begin(root: HTMLElement): void {
  watchErrors()
  connectLayers()
  connectSlowNote()
  window.history.replaceState(null, '', firstPath(bootState, window.location.href, lastPath()))
  start(root)
}

/**
 * Starts the app. Nothing can be shown without the texts of the first screen, so after an error the loader offers to
 * reload the page: some browsers remember a failed import until then.
 */
function start(root: HTMLElement): void {
  const language = spokenLanguage(launch)
  startI18n(language).then(
    () => renderApp(root),
    () => showLoadError(startWords[language], () => window.location.reload()),
  )
}

function renderApp(root: HTMLElement): void {
  const hasSavedSession = launch.initData !== '' && !bootState.login
  dropStaleFirstHtml(window.location.pathname)
  setLoaderText(translations.t('start.loading'))
  // The app is rendered in a transition, so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  if (launch.initData) void loaderGone.then(() => api('POST /api/app/ready')).catch(() => undefined)
  if (hasSavedSession) refreshPerson().catch(() => undefined)
  // The Telegram SDK is connected after the first paint, because the first paint must not wait for the SDK.
  requestAnimationFrame(() => connectTelegram({ popupClosed: dropSession }))
}

/** Loads the current user after a reload, because the stored session may be outdated. */
async function refreshPerson(): Promise<void> {
  // The session is loaded here too, because the API call may finish before any component has loaded the session.
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  await refreshMe(user.id)
}

const root = document.getElementById('root')
// The app starts in a separate task, because together with parsing the code it would block a slow phone for too long.
if (root) setTimeout(() => begin(root))
