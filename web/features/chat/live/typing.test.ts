import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent } from '#web/features/chat/messages/message-pages.ts'
import { applyTypingEvent, isTyping } from './typing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const typing = { event: 'typing', data: { room_id: 7, user_id: 2 } } as const
const message = (sender_id: number): ChatEvent => ({
  event: 'message',
  data: {
    id: 1,
    room_id: 7,
    sender_id,
    content: 'Да',
    created_at: '2026-11-16T09:00:00Z',
    is_read: false,
    is_deleted: false,
    reply_to: null,
    files: [],
  },
})

test('typing lasts five seconds after the last event', () => {
  applyTypingEvent(7, typing, 1)
  vi.advanceTimersByTime(4000)
  applyTypingEvent(7, typing, 1)
  vi.advanceTimersByTime(4999)
  expect([isTyping(7), isTyping(8)]).toEqual([true, false])
  vi.advanceTimersByTime(1)
  expect(isTyping(7)).toBe(false)
})

test("the partner's message ends typing, an own one does not", () => {
  applyTypingEvent(7, typing, 1)
  applyTypingEvent(7, message(1), 1)
  expect(isTyping(7)).toBe(true)
  applyTypingEvent(7, message(2), 1)
  expect(isTyping(7)).toBe(false)
})
