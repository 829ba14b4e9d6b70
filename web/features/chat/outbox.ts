import { useSyncExternalStore } from 'react'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { read, write } from '#web/features/session/local-store.ts'
import { refreshRooms, updateMessages } from './message-cache.ts'
import type { ChatEvent } from './messages.ts'
import type { Quote } from './queries.ts'

/** A message on its way. Its key makes a repeat harmless: the server writes it once. */
export type Outgoing = {
  key: string
  content: string
  /** The message that it answers; absent from what older versions kept. */
  reply_to?: Quote | null
  created_at: string
  /** Why it did not go; null while it is being sent. */
  failure: ApiError['code'] | null
}
type Place = { room_id: number; sender_id: number }

const boxes = new Map<number, Outgoing[]>()
const queues = new Map<number, Promise<void>>()
const listeners = new Set<() => void>()
const nameOf = (room_id: number) => `outbox:${room_id}`

/** What was still being sent when the app was closed counts as failed. */
function boxOf(room_id: number): Outgoing[] {
  const box = boxes.get(room_id) ?? read<Outgoing[]>(nameOf(room_id)) ?? []
  if (!boxes.has(room_id))
    boxes.set(
      room_id,
      box.map((message) => ({ ...message, failure: message.failure ?? 'offline' })),
    )
  return boxes.get(room_id) ?? []
}

function change(room_id: number, next: Outgoing[]): void {
  boxes.set(room_id, next)
  write(nameOf(room_id), next.length ? next : null)
  for (const listener of listeners) listener()
}

function mark(room_id: number, key: string, failure: Outgoing['failure']): void {
  change(
    room_id,
    boxOf(room_id).map((message) => (message.key === key ? { ...message, failure } : message)),
  )
}

export function dropOutgoing(room_id: number, key: string): void {
  change(
    room_id,
    boxOf(room_id).filter((message) => message.key !== key),
  )
}

/** Messages of a room go one after another, in the order they were written. */
function send(place: Place, message: Outgoing): void {
  const before = queues.get(place.room_id) ?? Promise.resolve()
  queues.set(
    place.room_id,
    before.then(() => deliver(place, message)),
  )
}

async function deliver({ room_id, sender_id }: Place, { key, content, reply_to }: Outgoing): Promise<void> {
  try {
    const data = await api(
      'POST /chat/send_msg',
      { body: { room_id, sender_id, content, reply_to: reply_to?.id } },
      { key },
    )
    updateMessages(room_id, { event: 'message', data })
    dropOutgoing(room_id, key)
    void refreshRooms(sender_id)
  } catch (error) {
    mark(room_id, key, error instanceof ApiError ? error.code : 'internal')
  }
}

export function post(place: Place, content: string, reply_to: Quote | null = null): void {
  const created_at = new Date().toISOString()
  const message: Outgoing = { key: crypto.randomUUID(), content, reply_to, created_at, failure: null }
  change(place.room_id, [...boxOf(place.room_id), message])
  send(place, message)
}

export function retry(place: Place, message: Outgoing): void {
  mark(place.room_id, message.key, null)
  send(place, message)
}

/** The stream may deliver an own message before the reply to its request, or although that reply was lost. */
export function confirmSent({ room_id, sender_id }: Place, event: ChatEvent): void {
  if (event.event !== 'message' || event.data.sender_id !== sender_id) return
  const own = boxOf(room_id).find(({ content }) => content === event.data.content)
  if (own) dropOutgoing(room_id, own.key)
}

export function useOutbox(room_id: number): Outgoing[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => boxOf(room_id),
  )
}
