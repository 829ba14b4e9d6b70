import { useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { ChatEvent } from './messages.ts'

/** Rooms whose other side writes at this moment, each with what ends that. */
const writing = new Map<number, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

function stop(room_id: number): void {
  clearTimeout(writing.get(room_id))
  if (writing.delete(room_id)) tell()
}

/** The other side writes for some seconds after each word of it, or until the message is there. */
export function hearTyping(room_id: number, { event, data }: ChatEvent, user_id: number): void {
  if (event === 'message' && data.sender_id !== user_id) stop(room_id)
  if (event !== 'typing') return
  clearTimeout(writing.get(room_id))
  writing.set(
    room_id,
    setTimeout(() => stop(room_id), limits.chat.typingHoldsMs),
  )
  tell()
}

export const isWriting = (room_id: number) => writing.has(room_id)

export function useTyping(room_id: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isWriting(room_id),
  )
}
