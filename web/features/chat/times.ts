import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { dateLocale } from '#contract/languages.ts'
import { daysBetween, longDate, shortDate } from '#web/features/listings/moments.ts'
import type { Outgoing } from './outbox.ts'
import type { Message, Quote } from './queries.ts'

/** «9:38». */
export function clock(language: Language, iso: string): string {
  const time = dateFormat(dateLocale[language], { hour: 'numeric', minute: '2-digit' })
  return time.format(new Date(iso)).replace(/^0(\d:)/, '$1')
}

export type Moment = 'today' | 'yesterday' | { text: string }

/** The time of a room's last message: the clock, yesterday, the weekday within a week, then the date. */
export function lastTime(language: Language, iso: string, now = new Date()): Moment {
  const then = new Date(iso)
  const days = daysBetween(then, now)
  if (days <= 0) return { text: clock(language, iso) }
  if (days === 1) return 'yesterday'
  if (days > 6) return { text: shortDate(language, then, now) }
  return { text: dateFormat(dateLocale[language], { weekday: 'short' }).format(then) }
}

/** The heading above a day's messages. */
export function dayName(language: Language, iso: string, now = new Date()): Moment {
  const then = new Date(iso)
  const days = daysBetween(then, now)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  const isThisYear = then.getFullYear() === now.getFullYear()
  return { text: isThisYear ? longDate(language, iso) : shortDate(language, then, now) }
}

/** What stands in a bubble: a message, or one on its way. */
export type Bubble = {
  key: string
  content: string | null
  quote: (Quote & { is_own: boolean }) | null
  created_at: string
  is_own: boolean
  state: 'sending' | 'failed' | 'sent' | 'read'
  message?: Message
  outgoing?: Outgoing
  /** The last of several in a row by one side. */
  has_tail: boolean
}
type Day = { date: string; bubbles: Bubble[] }

function quoteOf(quote: Quote | null, user_id: number): Bubble['quote'] {
  return quote && { ...quote, is_own: quote.sender_id === user_id }
}

function fromMessage(message: Message, user_id: number): Bubble {
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

function fromOutgoing(outgoing: Outgoing, user_id: number): Bubble {
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

/** The room's messages by the reader's days, with what is on its way at the end. */
export function byDays(messages: Message[], outgoing: Outgoing[], user_id: number): Day[] {
  const bubbles = [
    ...messages.map((message) => fromMessage(message, user_id)),
    ...outgoing.map((one) => fromOutgoing(one, user_id)),
  ]
  const days: Day[] = []
  for (const bubble of bubbles) {
    const date = new Date(bubble.created_at).toDateString()
    const day = days.at(-1)
    if (day?.date !== date) {
      days.push({ date, bubbles: [bubble] })
      continue
    }
    const previous = day.bubbles.at(-1)
    if (previous) previous.has_tail = previous.is_own !== bubble.is_own
    day.bubbles.push(bubble)
  }
  return days
}
