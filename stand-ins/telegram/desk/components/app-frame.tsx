import { useEffect, useRef } from 'react'
import { openWithoutStorage } from '../client/blocked-storage.ts'
import { watchTouches } from '../client/gestures.ts'
import { frameResized } from '../client/window.ts'
import { attachFrame } from '../client/wire.ts'
import { changeApp, run } from '../model/actions.ts'
import { useConfig } from '../model/data.ts'
import { desk, type OpenApp } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'

const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-forms allow-modals allow-downloads allow-storage-access-by-user-activation'

/** The frame with the page of the mini-app, and what is seen until it is ready. */
export function AppFrame({ app }: { app: OpenApp }) {
  const place = useRef<HTMLIFrameElement>(null)
  const config = useConfig()
  const { url } = app

  useEffect(() => {
    const element = place.current
    if (!element) return
    attachFrame(element)
    const observer = new ResizeObserver(() => frameResized(element.clientWidth, element.clientHeight))
    observer.observe(element)
    if (desk.get().profile.blocks_storage) run(() => openWithoutStorage(element, url))
    else element.src = url
    return () => {
      observer.disconnect()
      attachFrame(undefined)
    }
  }, [url])

  const loaded = () => {
    if (place.current?.contentWindow) watchTouches(place.current.contentWindow)
    changeApp({ loading: false })
  }
  return (
    <div className="app-frame">
      <iframe
        ref={place}
        title="mini-app"
        data-testid="app-frame"
        sandbox={sandbox}
        allow="camera; microphone; geolocation; clipboard-write"
        onLoad={loaded}
      />
      {app.loading && (
        <div className="app-loader">
          <Avatar id={config?.bot.id ?? 0} name={config?.bot.first_name ?? ''} size={72} />
        </div>
      )}
    </div>
  )
}
