import { ArrowUp, Mic, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { Message } from '../../state/types.ts'
import { runAction } from '../model/actions.ts'
import { api, type ShownChat, type ShownPerson } from '../model/api.ts'
import { desk, useDesk, useTexts } from '../model/desk.ts'
import { CommandList, MenuButton } from './bot-menu.tsx'
import { fullName, previewOf } from './describe.ts'
import { InlineResults } from './inline-results.tsx'
import { ReplyKeyboard } from './reply-keyboard.tsx'

interface Props {
  chat: ShownChat
  person: ShownPerson
  /** Topic that is open. A reply goes to the topic of its quoted message. */
  topic?: number
  replyTo?: Message
  onReplied: () => void
}

/** Everything below the messages of a chat: the Start button, the text field and the bot's keyboard. */
export function Composer({ chat, person, topic, replyTo, onReplied }: Props) {
  const words = useTexts()
  const draft = useDesk((state) => state.draft)
  const payload = useDesk((state) => state.start_payload)
  const [menuOpen, setMenuOpen] = useState(false)
  const isBotChat = chat.type === 'private' && chat.has_bot
  const setDraft = (value: string) => desk.set({ draft: value })

  if (isBotChat && (person.blocked || payload || chat.message_count === 0))
    return (
      <footer className="composer composer-start">
        {person.blocked && <small>{words('blocked')}</small>}
        <button
          type="button"
          data-testid="start"
          onClick={() => {
            desk.set({ start_payload: undefined })
            runAction(() => api.start(person.id, payload))
          }}
        >
          {words(person.blocked ? 'restart' : 'start')}
        </button>
      </footer>
    )

  const target = {
    chat_id: chat.id,
    message_thread_id: topic,
    reply_to_message_id: replyTo?.message_id,
  }
  const sendText = (text: string) => {
    setMenuOpen(false)
    setDraft('')
    onReplied()
    runAction(() => api.send(person.id, { ...target, text }))
  }
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    if (draft.trim()) sendText(draft)
  }
  const attachPhoto = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    const content = { name: file.name, mime: file.type, base64: await base64Of(file) }
    const kind = file.type.startsWith('image/') ? 'photo' : 'document'
    setDraft('')
    onReplied()
    await api.send(person.id, { ...target, [kind]: content, caption: draft })
  }
  const showCommands = chat.has_bot && (menuOpen || draft.startsWith('/'))
  return (
    <footer className="composer">
      {showCommands && <CommandList commands={chat.commands} typedText={draft} onPick={sendText} />}
      <InlineResults userId={person.id} chatId={chat.id} typedText={draft} />
      {replyTo && (
        <div className="composer-reply" data-testid="reply-bar">
          <span>
            <b>
              {words('reply_to')}: {fullName(replyTo.from)}
            </b>
            <span>{previewOf(replyTo, words)}</span>
          </span>
          <button type="button" aria-label={words('cancel')} onClick={onReplied}>
            <X size={20} />
          </button>
        </div>
      )}
      <form className="composer-row" onSubmit={submitForm}>
        {isBotChat && (
          <MenuButton button={chat.menu_button} open={menuOpen} onToggle={() => setMenuOpen(!menuOpen)} />
        )}
        <label className="composer-icon" title={words('attach')}>
          <Paperclip size={24} strokeWidth={1.6} />
          <input
            type="file"
            hidden
            data-testid="attach"
            onChange={(event) => runAction(() => attachPhoto(event))}
          />
        </label>
        <input
          className="composer-field"
          data-testid="composer"
          value={draft}
          autoComplete="off"
          placeholder={chat.keyboard?.input_field_placeholder ?? words('message')}
          onChange={(event) => setDraft(event.target.value)}
        />
        {draft.trim() ? (
          <button type="submit" className="composer-send" data-testid="send" aria-label="send">
            <ArrowUp size={20} strokeWidth={2.6} />
          </button>
        ) : (
          <span className="composer-icon">
            <Mic size={24} strokeWidth={1.6} />
          </span>
        )}
      </form>
      {chat.keyboard && <ReplyKeyboard keyboard={chat.keyboard} chatId={chat.id} />}
    </footer>
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.readAsDataURL(file)
  })
}
