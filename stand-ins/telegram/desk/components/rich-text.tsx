import { Fragment, type ReactNode, useState } from 'react'
import type { Entity } from '../../state/types.ts'
import { runAction } from '../model/actions.ts'
import { api } from '../model/api.ts'
import { desk, useDesk } from '../model/desk.ts'
import { followLink } from '../model/links.ts'

/** Text of a message with nested entities such as bold or links. */
export function RichText({
  text,
  entities = [],
  chatId,
}: {
  text: string
  entities?: Entity[]
  chatId: number
}) {
  return <>{renderPieces(text, entities, 0, text.length, chatId)}</>
}

function renderPieces(
  text: string,
  entities: Entity[],
  from: number,
  to: number,
  chatId: number,
): ReactNode[] {
  const pieces: ReactNode[] = []
  let at = from
  for (const [index, entity] of entities.entries()) {
    if (entity.offset < at || entity.offset >= to) continue
    if (entity.offset > at) pieces.push(text.slice(at, entity.offset))
    const end = Math.min(entity.offset + entity.length, to)
    const innerContent = renderPieces(text, entities.slice(index + 1), entity.offset, end, chatId)
    const rawText = text.slice(entity.offset, end)
    pieces.push(
      <Fragment key={`${entity.offset}-${entity.type}`}>
        {renderEntity(entity, rawText, innerContent, chatId)}
      </Fragment>,
    )
    at = end
  }
  if (at < to) pieces.push(text.slice(at, to))
  return pieces
}

function renderEntity(entity: Entity, rawText: string, innerContent: ReactNode, chatId: number): ReactNode {
  const link = (action: () => void) => (
    <button type="button" className="text-link" onClick={action}>
      {innerContent}
    </button>
  )
  switch (entity.type) {
    case 'bold':
      return <b>{innerContent}</b>
    case 'italic':
      return <i>{innerContent}</i>
    case 'underline':
      return <u>{innerContent}</u>
    case 'strikethrough':
      return <s>{innerContent}</s>
    case 'code':
      return <code>{innerContent}</code>
    case 'pre':
      return <pre>{innerContent}</pre>
    case 'spoiler':
      return <Spoiler>{innerContent}</Spoiler>
    case 'blockquote':
    case 'expandable_blockquote':
      return <blockquote>{innerContent}</blockquote>
    case 'date_time':
      return <Moment entity={entity}>{innerContent}</Moment>
    case 'text_link':
      return link(() => followLink(entity.url ?? '', true))
    case 'url':
      return link(() => followLink(/^\w+:\/\//.test(rawText) ? rawText : `https://${rawText}`, true))
    case 'mention':
      return link(() => followLink(`https://t.me/${rawText.slice(1)}`))
    case 'text_mention':
      return link(() => desk.set({ card_user_id: entity.user?.id }))
    case 'bot_command':
      return link(() =>
        runAction(() => api.send(desk.get().user_id ?? 0, { chat_id: chatId, text: rawText })),
      )
    case 'hashtag':
      return <span className="text-link">{innerContent}</span>
    default:
      return innerContent
  }
}

const parts = {
  w: { weekday: 'long' },
  d: { day: '2-digit', month: '2-digit', year: '2-digit' },
  D: { day: 'numeric', month: 'long', year: 'numeric' },
  t: { hour: '2-digit', minute: '2-digit' },
  T: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * A time in a message, in the reader's time zone and language. Without `date_time_format` the text of the message is
 * shown unchanged.
 */
function Moment({ entity, children }: { entity: Entity; children: ReactNode }) {
  const language = useDesk((state) => state.language)
  const date = new Date((entity.unix_time ?? 0) * 1000)
  const format = entity.date_time_format ?? ''
  const options = Object.assign({}, ...[...format].map((sign) => parts[sign as keyof typeof parts]))
  const formatted = format === '' ? children : new Intl.DateTimeFormat(language, options).format(date)
  const hours = Math.round((date.getTime() - Date.now()) / 3_600_000)
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(hours, 'hour')
  return (
    <time className="text-link" dateTime={date.toISOString()} title={date.toLocaleString(language)}>
      {format === 'r' ? relative : formatted}
    </time>
  )
}

function Spoiler({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <button type="button" className={open ? 'spoiler spoiler-open' : 'spoiler'} onClick={() => setOpen(true)}>
      {children}
    </button>
  )
}
