import { expect, test } from 'vitest'
import type { Message } from '#web/features/chat/queries.ts'
import { applyEvent, messagesInOrder } from './message-pages.ts'

const message = (id: number, sender_id = 1): Message => ({
  id,
  room_id: 7,
  sender_id,
  content: `№ ${id}`,
  created_at: '2026-11-16T09:00:00Z',
  is_read: false,
  is_deleted: false,
  reply_to: null,
  files: [],
})
/** Two pages of messages as the server returns them: the page with the latest messages first. */
const pages = {
  pages: [
    [message(3), message(5, 2)],
    [message(1, 2), message(2)],
  ],
  pageParams: [0, 3],
}

test('messages are ordered by id and deduplicated', () => {
  const pagesAfterOne = applyEvent(pages, { event: 'message', data: message(4) })
  const pagesAfterTwo = applyEvent(pagesAfterOne, { event: 'message', data: message(4) })
  expect(messagesInOrder(pagesAfterTwo).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})

test("a read event marks the partner's messages up to its id", () => {
  const pagesAfterReading = applyEvent(pages, {
    event: 'read',
    data: { room_id: 7, user_id: 2, last_read_id: 2 },
  })
  expect(messagesInOrder(pagesAfterReading).filter(({ is_read }) => is_read)).toMatchObject([{ id: 2 }])
})

test('a deleted message keeps its position without its content', () => {
  const pagesAfterDeletion = applyEvent(pages, { event: 'deleted', data: { room_id: 7, id: 3 } })
  expect(messagesInOrder(pagesAfterDeletion)).toContainEqual({
    ...message(3),
    content: null,
    is_deleted: true,
  })
})

test('a quote of a deleted message has neither text nor files', () => {
  const files = [{ name: 'Кадр.jpg', is_photo: true }]
  const reply = { ...message(4), reply_to: { id: 3, sender_id: 1, content: '№ 3', files } }
  const pagesAfterDeletion = applyEvent(applyEvent(pages, { event: 'message', data: reply }), {
    event: 'deleted',
    data: { room_id: 7, id: 3 },
  })
  const reply_to = { id: 3, sender_id: 1, content: null, files: [] }
  expect(messagesInOrder(pagesAfterDeletion).find(({ id }) => id === 4)).toMatchObject({ reply_to })
})
