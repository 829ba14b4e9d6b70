import { openChat, runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { useUsers } from '../model/data.ts'
import { desk, useDesk, useTexts } from '../model/desk.ts'
import { AlertDialog } from './ask.tsx'
import { Avatar } from './avatar.tsx'
import { fullName } from './describe.ts'

/** Telegram's own dialogs: a bot's alert, the question about an external link, and a person's profile. */
export function Dialogs() {
  const words = useTexts()
  const alert = useDesk((state) => state.alert)
  const link = useDesk((state) => state.confirm_url)
  const card = useDesk((state) => state.card_user_id)
  return (
    <>
      {alert !== undefined && (
        <AlertDialog
          testId="alert"
          text={alert}
          yesText={words('ok')}
          onYes={() => desk.set({ alert: undefined })}
        />
      )}
      {link !== undefined && (
        <AlertDialog
          testId="link-dialog"
          title={words('open_link')}
          text={link}
          yesText={words('open')}
          onNo={() => desk.set({ confirm_url: undefined })}
          onYes={() => desk.set({ confirm_url: undefined, browser_url: link })}
        />
      )}
      {card !== undefined && <PersonCard id={card} />}
    </>
  )
}

function PersonCard({ id }: { id: number }) {
  const words = useTexts()
  const person = useUsers().find((candidate) => candidate.id === id)
  const userId = useDesk((state) => state.user_id)
  if (!person) return null
  const closeCard = () => desk.set({ card_user_id: undefined })
  const write = async () => {
    closeCard()
    const { chat } = await api.share(userId ?? 0, { to: id, text: words('hello') })
    openChat(chat.id)
  }
  return (
    <div className="veil veil-bottom" data-testid="person-card">
      <div className="sheet-small">
        <Avatar id={person.id} name={fullName(person)} size={72} />
        <b>{fullName(person)}</b>
        <small>@{person.username}</small>
        <button type="button" className="wide-button" onClick={() => runAction(write)}>
          {words('send_message')}
        </button>
        <button type="button" className="wide-button wide-plain" onClick={closeCard}>
          {words('close')}
        </button>
      </div>
    </div>
  )
}
