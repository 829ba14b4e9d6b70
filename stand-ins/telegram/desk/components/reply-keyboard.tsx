import { useState } from 'react'
import type { ReplyKeyboard as Keyboard } from '../../state/types.ts'
import { runAction } from '../model/actions.ts'
import { usePerson } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import { tap } from '../model/tap.ts'
import { AlertDialog } from './ask.tsx'

export function ReplyKeyboard({ keyboard, chatId }: { keyboard: Keyboard; chatId: number }) {
  const words = useTexts()
  const person = usePerson()
  const [contactText, setContactText] = useState<string>()
  return (
    <div className="reply-keyboard" data-testid="reply-keyboard">
      {keyboard.keyboard.map((buttons) => (
        <div className="reply-row" key={buttons.map(({ text }) => text).join('|')}>
          {buttons.map((button) => (
            <button
              type="button"
              key={button.text}
              data-testid={`key-${button.text}`}
              onClick={() =>
                button.request_contact
                  ? setContactText(button.text)
                  : runAction(() => tap({ chat_id: chatId, message_id: 0, text: button.text }))
              }
            >
              {button.text}
            </button>
          ))}
        </div>
      ))}
      {contactText !== undefined && (
        <AlertDialog
          testId="contact-dialog"
          title={words('share_phone_title')}
          text={`${words('share_phone')} +${person?.phone}`}
          yesText={words('share')}
          onNo={() => setContactText(undefined)}
          onYes={() => {
            setContactText(undefined)
            runAction(() => tap({ chat_id: chatId, message_id: 0, text: contactText }))
          }}
        />
      )}
    </div>
  )
}
