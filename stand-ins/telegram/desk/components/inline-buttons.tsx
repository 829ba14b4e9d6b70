import { AppWindow, ArrowUpRight, Copy, CreditCard, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import type { Button, Message } from '../../state/types.ts'
import { showError } from '../model/actions.ts'
import { tap } from '../model/tap.ts'

/** Buttons under a message, in rows. */
export function InlineButtons({ message, chatId }: { message: Message; chatId: number }) {
  const [pressed, setPressed] = useState<string>()
  const rows = message.reply_markup?.inline_keyboard
  if (!rows) return null
  const pressButton = (row: number, col: number) => {
    setPressed(`${row}-${col}`)
    tap({ chat_id: chatId, message_id: message.message_id, row, col })
      .catch(showError)
      .finally(() => setPressed(undefined))
  }
  return (
    <div className="inline-keyboard">
      {rows.map((buttons, row) => (
        <div className="inline-row" key={buttons.map(({ text }) => text).join('|')}>
          {buttons.map((button, col) => (
            <button
              type="button"
              key={button.text}
              className={`inline-button inline-${button.style ?? 'plain'}`}
              data-testid={`button-${message.message_id}-${row}-${col}`}
              onClick={() => pressButton(row, col)}
            >
              <span>{button.text}</span>
              {pressed === `${row}-${col}` ? (
                <LoaderCircle className="corner spin" size={11} />
              ) : (
                <Corner button={button} />
              )}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Icon in the corner of a button that shows what the button does. */
function Corner({ button }: { button: Button }) {
  const Icon = button.web_app
    ? AppWindow
    : button.url
      ? ArrowUpRight
      : button.copy_text
        ? Copy
        : button.pay
          ? CreditCard
          : undefined
  return Icon ? <Icon className="corner" size={11} strokeWidth={2.4} /> : null
}
