import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import type { Message, Quote } from '#web/features/chat/queries.ts'
import { clock } from '#web/features/listings/formats/moments.ts'
import { daysBetween, longDate, shortDate } from '#web/features/listings/formats/relative-time.ts'
import type { Outgoing } from './outbox.ts'

type DayLabel = 'today' | 'yesterday' | { text: string }

/** Formats the time of a chat's last message: time of day, "yesterday", weekday within a week, otherwise the date. */
export function lastMessageLabel(language: Language, iso: string, now = new Date()): DayLabel {
  const date = new Date(iso)
  const days = daysBetween(date, now)
  if (days <= 0) return { text: clock(language, iso) }
  if (days === 1) return 'yesterday'
  if (days > 6) return { text: shortDate(language, date, now) }
  return { text: dateFormat(dateLocale[language], { weekday: 'short' }).format(date) }
}

/** Formats a day as a heading in the chat. */
export function dayName(language: Language, iso: string, now = new Date()): DayLabel {
  const date = new Date(iso)
  const days = daysBetween(date, now)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  const isThisYear = date.getFullYear() === now.getFullYear()
  return { text: isThisYear ? longDate(language, iso) : shortDate(language, date, now) }
}

/** One bubble of the chat: a message that is sent or being sent. */
export type Bubble = {
  key: string
  content: string | null
  quote: (Quote & { is_own: boolean }) | null
  created_at: string
  is_own: boolean
  state: 'sending' | 'failed' | 'sent' | 'read'
  message?: Message
  outgoing?: Outgoing
  /** True for the last of several successive messages by the same person. */
  has_tail: boolean
}
type Day = { date: string; bubbles: Bubble[] }

function quoteOf(quote: Quote | null, user_id: number): Bubble['quote'] {
  return quote && { ...quote, is_own: quote.sender_id === user_id }
}

function messageBubble(message: Message, user_id: number): Bubble {
  return {
    key: `message-${message.id}`,
    content: message.content,
    quote: message.content === null ? null : quoteOf(message.reply_to, user_id),
    created_at: message.created_at,
    is_own: message.sender_id === user_id,
    state: message.is_read ? 'read' : 'sent',
    message,
    has_tail: true,
  }
}

function outgoingBubble(outgoing: Outgoing, user_id: number): Bubble {
  const { key, content, reply_to = null, created_at, failure } = outgoing
  return {
    key,
    content,
    quote: quoteOf(reply_to, user_id),
    created_at,
    is_own: true,
    state: failure ? 'failed' : 'sending',
    outgoing,
    has_tail: true,
  }
}

/** Groups messages by day in the user's time zone. Outgoing messages come last. */
export function groupByDays(messages: Message[], outgoing: Outgoing[], user_id: number): Day[] {
  const bubbles = [
    ...messages.map((message) => messageBubble(message, user_id)),
    ...outgoing.map((one) => outgoingBubble(one, user_id)),
  ]
  const days: Day[] = []
  for (const bubble of bubbles) {
    const date = new Date(bubble.created_at).toDateString()
    const day = days.at(-1)
    if (day?.date !== date) {
      days.push({ date, bubbles: [bubble] })
      continue
    }
    const previousBubble = day.bubbles.at(-1)
    if (previousBubble) previousBubble.has_tail = previousBubble.is_own !== bubble.is_own
    day.bubbles.push(bubble)
  }
  return days
}
