import { sendAnswer } from '../client/wire.ts'
import { openChat, runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useConfig, useUsers } from '../model/data.ts'
import { desk, toast, useDesk, useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'
import { fullName } from './describe.ts'

interface ShareContent {
  text?: string
  prepared_id?: string
  query?: string
}

/** Chooses the recipient of a link or a prepared message, or the chat for an inline query. */
export function ShareSheet({ text, prepared_id, query }: ShareContent) {
  const words = useTexts()
  const users = useUsers()
  const me = useDesk((state) => state.user_id)
  const bot = useConfig()?.bot.username ?? ''
  const closeSheet = () => desk.set({ sharing: undefined })
  const cancelSharing = () => {
    closeSheet()
    if (prepared_id) sendAnswer('prepared_message_failed', { error: 'USER_DECLINED' })
  }
  const sendMessage = async (to: number) => {
    closeSheet()
    if (query !== undefined) {
      const { id } = await api.dialog(me ?? 0, to)
      return openChat(id, { draft: `@${bot} ${query}` })
    }
    try {
      await api.share(me ?? 0, { to, text, prepared_id })
    } catch (error) {
      if (prepared_id) sendAnswer('prepared_message_failed', { error: 'MESSAGE_EXPIRED' })
      throw error
    }
    toast(words('sent'))
    if (prepared_id) sendAnswer('prepared_message_sent')
  }
  return (
    <div className="veil veil-bottom" data-testid="share-sheet">
      <div className="sheet-small sheet-share">
        <b>{words('share_with')}</b>
        <div className="share-grid">
          {users
            .filter(({ id }) => id !== me)
            .map((person) => (
              <button
                type="button"
                key={person.id}
                data-testid={`share-${person.id}`}
                onClick={() => runAction(() => sendMessage(person.id))}
              >
                <Avatar id={person.id} name={fullName(person)} size={56} />
                {person.first_name}
              </button>
            ))}
        </div>
        {text && <p className="share-text">{text}</p>}
        <button
          type="button"
          className="wide-button wide-plain"
          data-testid="share-cancel"
          onClick={cancelSharing}
        >
          {words('cancel')}
        </button>
      </div>
    </div>
  )
}
