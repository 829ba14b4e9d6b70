import { useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { ChatEvent } from '#web/features/chat/messages/message-pages.ts'

/** Timers by chat whose partner is typing. When a timer fires, the chat no longer shows the partner as typing. */
const typingTimers = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

function endTyping(room_id: number): void {
  clearTimeout(typingTimers.get(room_id))
  if (typingTimers.delete(room_id)) notifyListeners()
}

/** Shows the partner as typing for some seconds after a typing event, or until the partner's message arrives. */
export function applyTypingEvent(room_id: number, { event, data }: ChatEvent, user_id: number): void {
  if (event === 'message' && data.sender_id !== user_id) endTyping(room_id)
  if (event !== 'typing') return
  clearTimeout(typingTimers.get(room_id))
  typingTimers.set(
    room_id,
    setTimeout(() => endTyping(room_id), limits.chat.typingHoldsMs),
  )
  notifyListeners()
}

export const isTyping = (room_id: number) => typingTimers.has(room_id)

export function useIsTyping(room_id: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isTyping(room_id),
  )
}
