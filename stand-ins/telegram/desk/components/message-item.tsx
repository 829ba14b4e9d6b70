import { CheckCheck, Reply } from 'lucide-react'
import { effects } from '../../state/effects.ts'
import type { Message } from '../../state/types.ts'
import type { ShownChat } from '../model/api.ts'
import { useConfig } from '../model/data.ts'
import { useTexts } from '../model/desk.ts'
import { Avatar } from './avatar.tsx'
import { fullName, previewOf, serviceText, timeOf } from './describe.ts'
import { InlineButtons } from './inline-buttons.tsx'
import { MessageMedia } from './message-media.tsx'
import { RichText } from './rich-text.tsx'

interface Props {
  message: Message
  chat: ShownChat
  isMine: boolean
  /** True for the first and the last of several consecutive messages by one author. */
  isFirst: boolean
  isLast: boolean
  onReply: () => void
}

/** A message as a bubble with its buttons, or a service message as a line. */
export function MessageItem({ message, chat, isMine, isFirst, isLast, onReply }: Props) {
  const words = useTexts()
  const config = useConfig()
  const service = serviceText(message, words)
  const id = message.message_id
    ? `message-${message.message_id}`
    : `message-only-${message.ephemeral_message_id}`
  if (service)
    return (
      <p className="date-pill" data-testid={id}>
        {service}
      </p>
    )
  const isChannel = chat.type === 'channel'
  const isGroup = chat.type !== 'private' && !isChannel
  // Posts of a channel stand apart, although one author wrote them all.
  const isEnd = isLast || isChannel
  const text = message.text ?? message.caption
  const entities = message.text === undefined ? message.caption_entities : message.entities
  const classes = [
    'bubble',
    isMine ? 'bubble-mine' : 'bubble-theirs',
    isEnd && 'bubble-last',
    message.photo && 'bubble-photo',
    message.receiver_user && 'bubble-only',
  ]
  const meta = (
    <span className="bubble-meta">
      {message.edit_date && words('edited')} {timeOf(message.date)}
      {isMine && <CheckCheck size={15} strokeWidth={2} />}
    </span>
  )
  return (
    <div
      className={`message ${isMine ? 'message-mine' : ''} ${isEnd ? 'message-last' : ''}`}
      data-testid={id}
    >
      {isGroup && !isMine && (
        <span className="message-avatar">
          {isLast && <Avatar id={message.from.id} name={fullName(message.from)} size={34} />}
        </span>
      )}
      <div className="message-body">
        <div className={classes.filter(Boolean).join(' ')}>
          {isGroup && !isMine && isFirst && <b className="bubble-author">{fullName(message.from)}</b>}
          {isChannel && <b className="bubble-author">{chat.title}</b>}
          {message.receiver_user && <span className="bubble-via">{words('only_you')}</span>}
          {message.via_bot && (
            <span className="bubble-via">
              {words('via')} @{config?.bot.username}
            </span>
          )}
          {message.reply_to_message && (
            <span className="bubble-quote">
              <b>{fullName(message.reply_to_message.from)}</b>
              <span>{previewOf(message.reply_to_message, words)}</span>
            </span>
          )}
          <MessageMedia message={message} />
          {text && (
            <span className="bubble-text" data-testid="message-text">
              <RichText text={text} entities={entities} chatId={chat.id} />
              {meta}
            </span>
          )}
          {!text && meta}
          {message.effect_id && (
            <span className="bubble-effect" data-testid="effect" aria-hidden="true">
              {effects[message.effect_id]}
            </span>
          )}
        </div>
        <InlineButtons message={message} chatId={chat.id} />
      </div>
      {!isChannel && (
        <button
          type="button"
          className="message-reply"
          title={words('reply_to')}
          data-testid={`reply-${message.message_id}`}
          onClick={onReply}
        >
          <Reply size={16} />
        </button>
      )}
    </div>
  )
}
