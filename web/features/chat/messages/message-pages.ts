import type { InfiniteData } from '@tanstack/react-query'
import type { z } from 'zod'
import type { StreamEvent } from '#contract/calls/chat.ts'
import type { Message } from '#web/features/chat/queries.ts'

export type ChatEvent = z.output<typeof StreamEvent>
export type Pages = InfiniteData<Message[]>

/** Returns all loaded messages of a chat, oldest first. */
export function messagesInOrder(pages: Pages | undefined): Message[] {
  return pages ? [...pages.pages].reverse().flat() : []
}

/** Adds a message to the latest page. If the message is already loaded, it is replaced. */
function withMessage(data: Pages, message: Message): Pages {
  const isKnown = data.pages.some((page) => page.some(({ id }) => id === message.id))
  if (isKnown) return mapMessages(data, (known) => (known.id === message.id ? message : known))
  const [latest = [], ...older] = data.pages
  return { ...data, pages: [[...latest, message].sort((one, other) => one.id - other.id), ...older] }
}

function mapMessages(data: Pages, change: (message: Message) => Message): Pages {
  return { ...data, pages: data.pages.map((page) => page.map(change)) }
}

/** Removes the content of a deleted message, also from messages that quote it. */
function withDeletion(message: Message, deleted: number): Message {
  if (message.id === deleted) return { ...message, is_deleted: true, content: null, files: [] }
  const { reply_to } = message
  return reply_to?.id === deleted
    ? { ...message, reply_to: { ...reply_to, content: null, files: [] } }
    : message
}

/** Returns the cached messages as changed by an event of the live stream. */
export function applyEvent(data: Pages, { event, data: eventData }: ChatEvent): Pages {
  if (event === 'message') return withMessage(data, eventData)
  if (event === 'deleted') return mapMessages(data, (message) => withDeletion(message, eventData.id))
  if (event === 'typing') return data
  // The user of a read event has read the partner's messages, so the user's own messages are skipped.
  return mapMessages(data, (message) =>
    message.sender_id !== eventData.user_id && message.id <= eventData.last_read_id
      ? { ...message, is_read: true }
      : message,
  )
}
