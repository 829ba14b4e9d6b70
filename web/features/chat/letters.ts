import type { InfiniteData } from '@tanstack/react-query'
import type { z } from 'zod'
import type { StreamEvent } from '#contract/calls/chat.ts'
import type { Message } from './queries.ts'

export type ChatEvent = z.output<typeof StreamEvent>
type Pages = InfiniteData<Message[]>

/** Every letter once, oldest first. */
export function inOrder(pages: Pages | undefined): Message[] {
  return pages ? [...pages.pages].reverse().flat() : []
}

/** A letter that came: new ones stand at the end of the latest page, known ones are replaced. */
export function withLetter(data: Pages, letter: Message): Pages {
  const isKnown = data.pages.some((page) => page.some(({ id }) => id === letter.id))
  if (isKnown) return mapLetters(data, (known) => (known.id === letter.id ? letter : known))
  const [latest = [], ...older] = data.pages
  return { ...data, pages: [[...latest, letter].sort((one, other) => one.id - other.id), ...older] }
}

function mapLetters(data: Pages, change: (letter: Message) => Message): Pages {
  return { ...data, pages: data.pages.map((page) => page.map(change)) }
}

/** What a letter, a read mark or a deletion makes of the letters at hand. */
export function applyEvent(data: Pages, { event, data: said }: ChatEvent): Pages {
  if (event === 'message') return withLetter(data, said)
  if (event === 'deleted')
    return mapLetters(data, (letter) =>
      letter.id === said.id ? { ...letter, is_deleted: true, content: null } : letter,
    )
  // The mark is the reader's: it tells about letters of the other one.
  return mapLetters(data, (letter) =>
    letter.sender_id !== said.user_id && letter.id <= said.last_read_id
      ? { ...letter, is_read: true }
      : letter,
  )
}
