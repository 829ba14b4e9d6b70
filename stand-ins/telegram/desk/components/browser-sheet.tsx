import { ExternalLink, Globe, Lock, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { desk, useTexts } from '../model/desk.ts'

/** The phone's browser. It opens links that lead out of Telegram. */
export function BrowserSheet({ url }: { url: string }) {
  const words = useTexts()
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setShown] = useState(url)
  const [reloadCount, setTurn] = useState(0)
  const closeSheet = () => desk.set({ browser_url: undefined })
  const showAddress = () => {
    try {
      const currentUrl = frame.current?.contentWindow?.location.href
      if (currentUrl?.startsWith('http')) setShown(currentUrl)
    } catch {
      // The browser bar shows the first URL only, because the URL of a page on another origin is not readable.
    }
  }
  return (
    <section className="browser" data-testid="browser">
      <header className="browser-bar">
        <button type="button" data-testid="browser-close" onClick={closeSheet}>
          {words('done')}
        </button>
        <span className="browser-address" data-testid="browser-address">
          {address.startsWith('https') ? <Lock size={12} /> : <Globe size={12} />}
          {address.replace(/^https?:\/\//, '')}
        </span>
        <button
          type="button"
          aria-label={words('reload')}
          data-testid="browser-reload"
          onClick={() => setTurn(reloadCount + 1)}
        >
          <RotateCw size={18} />
        </button>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          title={words('new_tab')}
          data-testid="browser-external"
        >
          <ExternalLink size={18} />
        </a>
      </header>
      <iframe
        key={reloadCount}
        ref={frame}
        title="browser"
        src={url}
        data-testid="browser-frame"
        onLoad={showAddress}
      />
    </section>
  )
}
