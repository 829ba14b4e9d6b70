import { useSyncExternalStore } from 'react'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { keep, recall } from '#web/features/session/kept.ts'
import { refreshRooms, tellLetters } from './known.ts'
import type { ChatEvent } from './letters.ts'

/** A letter on its way. Its key makes a repeat harmless: the server writes it once. */
export type Outgoing = {
  key: string
  content: string
  created_at: string
  /** Why it did not go; null while it is being sent. */
  failure: ApiError['code'] | null
}
type Place = { room_id: number; sender_id: number }

const boxes = new Map<number, Outgoing[]>()
const queues = new Map<number, Promise<void>>()
const listeners = new Set<() => void>()
const nameOf = (room_id: number) => `outbox:${room_id}`

/** What was on its way when the app was closed did not go, as far as this device knows. */
function boxOf(room_id: number): Outgoing[] {
  const box = boxes.get(room_id) ?? recall<Outgoing[]>(nameOf(room_id)) ?? []
  if (!boxes.has(room_id))
    boxes.set(
      room_id,
      box.map((letter) => ({ ...letter, failure: letter.failure ?? 'offline' })),
    )
  return boxes.get(room_id) ?? []
}

function change(room_id: number, next: Outgoing[]): void {
  boxes.set(room_id, next)
  keep(nameOf(room_id), next.length ? next : null)
  for (const listener of listeners) listener()
}

function mark(room_id: number, key: string, failure: Outgoing['failure']): void {
  change(
    room_id,
    boxOf(room_id).map((letter) => (letter.key === key ? { ...letter, failure } : letter)),
  )
}

export function dropOutgoing(room_id: number, key: string): void {
  change(
    room_id,
    boxOf(room_id).filter((letter) => letter.key !== key),
  )
}

/** Letters of a room go one after another, in the order they were written. */
function send(place: Place, letter: Outgoing): void {
  const before = queues.get(place.room_id) ?? Promise.resolve()
  queues.set(
    place.room_id,
    before.then(() => deliver(place, letter)),
  )
}

async function deliver({ room_id, sender_id }: Place, { key, content }: Outgoing): Promise<void> {
  try {
    const data = await api('POST /chat/send_msg', { body: { room_id, sender_id, content } }, { key })
    tellLetters(room_id, { event: 'message', data })
    dropOutgoing(room_id, key)
    void refreshRooms(sender_id)
  } catch (error) {
    mark(room_id, key, error instanceof ApiError ? error.code : 'internal')
  }
}

export function post(place: Place, content: string): void {
  const created_at = new Date().toISOString()
  const letter: Outgoing = { key: crypto.randomUUID(), content, created_at, failure: null }
  change(place.room_id, [...boxOf(place.room_id), letter])
  send(place, letter)
}

export function retry(place: Place, letter: Outgoing): void {
  mark(place.room_id, letter.key, null)
  send(place, letter)
}

/** The stream may bring an own letter before the answer to its sending, or although that answer was lost. */
export function settle({ room_id, sender_id }: Place, event: ChatEvent): void {
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
