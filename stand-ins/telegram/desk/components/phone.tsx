import { BatteryFull, Signal, Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDesk } from '../model/desk.ts'
import { AppSheet } from './app-sheet.tsx'
import { BrowserSheet } from './browser-sheet.tsx'
import { Chat } from './chat.tsx'
import { ChatList } from './chat-list.tsx'
import { Dialogs } from './dialogs.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { ShareSheet } from './share-sheet.tsx'

/** A phone that shows Telegram. With `bare` the phone fills the window. */
export function Phone({ bare = false }: { bare?: boolean }) {
  const chatId = useDesk((state) => state.chat_id)
  const userId = useDesk((state) => state.user_id)
  const browserUrl = useDesk((state) => state.browser_url)
  const invoice = useDesk((state) => state.invoice_slug)
  const sharing = useDesk((state) => state.sharing)
  const toast = useDesk((state) => state.toast)
  // Only iPhones report a bottom inset to the mini-app, so only they draw the home indicator.
  const isIphone = useDesk((state) => state.profile.platform === 'ios')
  return (
    <div className={bare ? 'phone phone-bare' : 'phone'} data-testid="phone">
      <div className="phone-screen">
        {userId !== undefined &&
          (chatId === undefined ? <ChatList /> : <Chat key={chatId} chatId={chatId} />)}
        <AppSheet />
        {invoice !== undefined && <InvoiceSheet slug={invoice} />}
        {sharing && <ShareSheet {...sharing} />}
        {browserUrl && <BrowserSheet key={browserUrl} url={browserUrl} />}
        <Dialogs />
        {toast && (
          <div className="toast" data-testid="toast">
            {toast}
          </div>
        )}
        <StatusBar />
        {isIphone && <div className="home-indicator" />}
      </div>
    </div>
  )
}

function StatusBar() {
  const [time, setTime] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setTime(clock()), 5000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="status-bar">
      <span>{time}</span>
      <span className="status-icons">
        <Signal size={16} strokeWidth={2.6} />
        <Wifi size={16} strokeWidth={2.6} />
        <BatteryFull size={22} strokeWidth={1.8} />
      </span>
    </div>
  )
}

const clock = () => new Date().toLocaleTimeString('ru', { hour: '2-digit', minute: '2-digit' })
