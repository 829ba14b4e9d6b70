import { useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#web/client/api.ts'
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

export function useTyping(room_id: number): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => writing.has(room_id),
  )
}

/** A little more than the server's pause, so that no word comes too early for it. */
const pauseMs = limits.chat.typingMs + 200
let toldAt = { room_id: 0, ms: 0 }
let later: ReturnType<typeof setTimeout> | undefined

/** Says that the own person writes: at once, or when the pause since the last word of it is over. */
export function sayTyping(room_id: number): void {
  clearTimeout(later)
  const rest = toldAt.room_id === room_id ? toldAt.ms + pauseMs - Date.now() : 0
  later = setTimeout(() => {
    toldAt = { room_id, ms: Date.now() }
    // Nothing depends on its arrival.
    void api('POST /chat/typing', { body: { room_id } }).catch(() => {})
  }, rest)
}

/** What was written is sent, or was given up. */
export function endTyping(): void {
  clearTimeout(later)
}
