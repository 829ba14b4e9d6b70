import { useSyncExternalStore } from 'react'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { isConnectionLost, onConnection } from '#web/client/network.ts'
import type { Uploads } from '#web/features/files/uploads.ts'
import { read, write } from '#web/features/session/local-store.ts'
import { refreshRooms, updateMessages } from './message-cache.ts'
import type { ChatEvent } from './messages.ts'
import { dropParcel, type KeptFile, keptFiles, openParcel, parcelOf } from './parcels.ts'
import type { Quote } from './queries.ts'

/** A message on its way. Its key makes a repeat harmless: the server writes it once. */
export type Outgoing = {
  key: string
  content: string
  /** The message that it answers; absent from what older versions kept. */
  reply_to?: Quote | null
  /** What is known of its files when the app is opened again. */
  files?: KeptFile[]
  created_at: string
  /** Why it did not go; null while it is being sent. */
  failure: ApiError['code'] | null
}
type Place = { room_id: number; sender_id: number }
type Written = { content: string; reply_to: Quote | null; uploads: Uploads }

const boxes = new Map<number, Outgoing[]>()
const queues = new Map<number, Promise<void>>()
const places = new Map<number, Place>()
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

const isWaiting = (room_id: number, key: string) => boxOf(room_id).some((message) => message.key === key)

function change(room_id: number, next: Outgoing[]): void {
  boxes.set(room_id, next)
  write(nameOf(room_id), next.length ? next : null)
  for (const listener of listeners) listener()
}

function alter(room_id: number, key: string, part: Partial<Outgoing>): void {
  change(
    room_id,
    boxOf(room_id).map((message) => (message.key === key ? { ...message, ...part } : message)),
  )
}

function drop(room_id: number, key: string): void {
  dropParcel(key)
  change(
    room_id,
    boxOf(room_id).filter((message) => message.key !== key),
  )
}

/** The person gives a message up, and its files with it. */
export function giveUp(room_id: number, message: Outgoing): void {
  parcelOf(message).discard()
  drop(room_id, message.key)
}

/** Remembers each file that has arrived, also for when the app is closed before the others have. */
function keepArrived(room_id: number, key: string, uploads: Uploads): void {
  const message = boxOf(room_id).find((one) => one.key === key)
  const files = keptFiles(uploads)
  const isKnown = files.every(({ stored }, n) => stored?.id === message?.files?.[n]?.stored?.id)
  if (message && !(isKnown && files.length === message.files?.length)) alter(room_id, key, { files })
}

/** Messages of a room go one after another, in the order they were written. */
function send(place: Place, message: Outgoing): void {
  places.set(place.room_id, place)
  const before = queues.get(place.room_id) ?? Promise.resolve()
  queues.set(
    place.room_id,
    before.then(() => deliver(place, message)),
  )
}

async function deliver(place: Place, message: Outgoing): Promise<void> {
  const { room_id, sender_id } = place
  const { key, content, reply_to } = message
  const parcel = parcelOf(message)
  await parcel.settled()
  // Given up, or all that it had was taken away, while its files were on their way.
  if (!isWaiting(room_id, key)) return
  if (!content && parcel.items.length === 0) return drop(room_id, key)
  const failed = parcel.items.find(({ error }) => error)?.error
  if (failed) return alter(room_id, key, { failure: failed.code })
  try {
    const body = { room_id, sender_id, content, reply_to: reply_to?.id, file_ids: parcel.ids }
    const data = await api('POST /chat/send_msg', { body }, { key })
    updateMessages(room_id, { event: 'message', data })
    drop(room_id, key)
    void refreshRooms(sender_id)
  } catch (error) {
    alter(room_id, key, { failure: error instanceof ApiError ? error.code : 'internal' })
  }
}

export function post(place: Place, { content, reply_to, uploads }: Written): void {
  const created_at = new Date().toISOString()
  const files = keptFiles(uploads)
  const message = { key: crypto.randomUUID(), content, reply_to, files, created_at, failure: null }
  openParcel(message.key, uploads)
  uploads.listen(() => keepArrived(place.room_id, message.key, uploads))
  change(place.room_id, [...boxOf(place.room_id), message])
  send(place, message)
}

export function retry(place: Place, message: Outgoing): void {
  parcelOf(message).retryFailed()
  alter(place.room_id, message.key, { failure: null })
  send(place, message)
}

/** Takes a file out of a message that waits for it; without another obstacle the rest goes. */
export function removeFile(place: Place, message: Outgoing, key: string): void {
  const parcel = parcelOf(message)
  parcel.remove(key)
  if (message.failure && parcel.items.every(({ error }) => !error)) retry(place, message)
}

/** What the network did not let through goes on by itself when it is back, in whatever room. */
onConnection(() => {
  if (isConnectionLost()) return
  for (const place of places.values())
    for (const message of boxOf(place.room_id)) if (message.failure === 'offline') retry(place, message)
})

/** The stream may deliver an own message before the reply to its request, or although that reply was lost. */
export function confirmSent({ room_id, sender_id }: Place, { event, data }: ChatEvent): void {
  if (event !== 'message' || data.sender_id !== sender_id) return
  const sent = data.files.map(({ id }) => id).join()
  const own = boxOf(room_id).find(
    (message) => message.content === data.content && parcelOf(message).ids.toSorted(byId).join() === sent,
  )
  if (own) drop(room_id, own.key)
}

const byId = (one: number, other: number) => one - other

export function useOutbox(room_id: number): Outgoing[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => boxOf(room_id),
  )
}
