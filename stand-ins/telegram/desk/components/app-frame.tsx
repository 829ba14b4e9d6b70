import { useEffect, useRef } from 'react'
import { frameResized } from '../client/window.ts'
import { attachFrame } from '../client/wire.ts'
import { changeApp } from '../model/actions.ts'
import { useConfig } from '../model/data.ts'
import { desk, type OpenApp } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'

/** Links with `download` and links to blob URLs do nothing, as in Telegram's WebViews and frames. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-storage-access-by-user-activation'
const features = 'camera; microphone; geolocation'

/** Passes the client's traits to the page's WebView script. */
function storeTraits() {
  const { storage, clipboard, transport } = desk.get().profile
  const traits = encodeURIComponent(JSON.stringify({ storage, clipboard, transport }))
  // biome-ignore lint/suspicious/noDocumentCookie: some engines lack cookieStore
  document.cookie = `webview=${traits}; path=/; samesite=lax`
}

/** Frame of the mini-app, with a placeholder while it loads. */
export function AppFrame({ app }: { app: OpenApp }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const config = useConfig()
  const { url } = app
  const { clipboard } = desk.get().profile

  useEffect(() => {
    const element = frame.current
    if (!element) return
    attachFrame(element)
    const observer = new ResizeObserver(() => frameResized(element.clientWidth, element.clientHeight))
    observer.observe(element)
    storeTraits()
    element.src = url
    return () => {
      observer.disconnect()
      attachFrame(undefined)
    }
  }, [url])

  return (
    <div className="app-frame">
      <iframe
        ref={frame}
        title="mini-app"
        data-testid="app-frame"
        sandbox={sandbox}
        allow={clipboard === 'works' ? `${features}; clipboard-write` : features}
        onLoad={() => changeApp({ loading: false })}
      />
      {app.loading && (
        <div className="app-loader">
          <Avatar id={config?.bot.id ?? 0} name={config?.bot.first_name ?? ''} size={72} />
        </div>
      )}
    </div>
  )
}
