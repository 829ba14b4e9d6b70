import { desk, useDesk, useTexts } from '../model/desk.ts'

/** Lower edge of a channel. Readers cannot write there, they only mute the channel. */
export function ChannelFooter({ chatId }: { chatId: number }) {
  const words = useTexts()
  const muted = useDesk((state) => state.muted)
  const isMuted = muted.includes(chatId)
  return (
    <footer className="composer composer-mute">
      <button
        type="button"
        data-testid="mute"
        onClick={() =>
          desk.set({ muted: isMuted ? muted.filter((id) => id !== chatId) : [...muted, chatId] })
        }
      >
        {words(isMuted ? 'unmute' : 'mute')}
      </button>
    </footer>
  )
}
