import type { Outgoing } from './outbox.ts'
import type { Message } from './queries.ts'

/** What stands in a bubble: a message, or one on its way. */
export type Bubble = {
  key: string
  content: string | null
  created_at: string
  is_own: boolean
  state: 'sending' | 'failed' | 'sent' | 'read'
  message?: Message
  outgoing?: Outgoing
  /** The last of several in a row by one side. */
  has_tail: boolean
}
type Day = { date: string; bubbles: Bubble[] }

function fromMessage(message: Message, user_id: number): Bubble {
  return {
    key: `message-${message.id}`,
    content: message.content,
    created_at: message.created_at,
    is_own: message.sender_id === user_id,
    state: message.is_read ? 'read' : 'sent',
    message,
    has_tail: true,
  }
}

function fromOutgoing(outgoing: Outgoing): Bubble {
  const { key, content, created_at, failure } = outgoing
  return {
    key,
    content,
    created_at,
    is_own: true,
    state: failure ? 'failed' : 'sending',
    outgoing,
    has_tail: true,
  }
}

/** The room's messages by the reader's days, with what is on its way at the end. */
export function byDays(messages: Message[], outgoing: Outgoing[], user_id: number): Day[] {
  const bubbles = [...messages.map((message) => fromMessage(message, user_id)), ...outgoing.map(fromOutgoing)]
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
