import { useSyncExternalStore } from 'react'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { isConnectionLost, onConnection } from '#web/client/http/network.ts'
import type { Quote } from '#web/features/chat/queries.ts'
import type { Uploads } from '#web/features/files/uploads.ts'
import { read, write } from '#web/features/session/local-store.ts'
import { refreshRooms, updateMessages } from './message-cache.ts'
import type { ChatEvent } from './message-pages.ts'
import { removeUploads, type StoredUpload, setUploads, toStoredUploads, uploadsOf } from './upload-store.ts'

/** A message not sent yet. The key makes a retry idempotent. */
export type Outgoing = {
  key: string
  content: string
  /** The quoted message; undefined in messages stored by earlier versions. */
  reply_to?: Quote | null
  /** Its files as stored on the device, for the next start of the app. */
  files?: StoredUpload[]
  created_at: string
  /** Error of the last attempt; `null` while the message is being sent. */
  failure: ApiError['code'] | null
}
type ChatRef = { room_id: number; sender_id: number }
type NewMessage = { content: string; reply_to: Quote | null; uploads: Uploads }

const boxes = new Map<number, Outgoing[]>()
const queues = new Map<number, Promise<void>>()
const places = new Map<number, ChatRef>()
const listeners = new Set<() => void>()
const nameOf = (room_id: number) => `outbox:${room_id}`

/** Messages that were being sent when the app closed are loaded as failed. */
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

function update(room_id: number, key: string, part: Partial<Outgoing>): void {
  change(
    room_id,
    boxOf(room_id).map((message) => (message.key === key ? { ...message, ...part } : message)),
  )
}

function drop(room_id: number, key: string): void {
  removeUploads(key)
  change(
    room_id,
    boxOf(room_id).filter((message) => message.key !== key),
  )
}

/** Deletes an unsent message and its files. */
export function deleteOutgoing(room_id: number, message: Outgoing): void {
  uploadsOf(message).removeAll()
  drop(room_id, message.key)
}

/**
 * Stores each uploaded file on the device, so that it survives if the app closes during the other uploads.
 */
function storeUploaded(room_id: number, key: string, uploads: Uploads): void {
  const message = boxOf(room_id).find((one) => one.key === key)
  const files = toStoredUploads(uploads)
  const isKnown = files.every(({ stored }, n) => stored?.id === message?.files?.[n]?.stored?.id)
  if (message && !(isKnown && files.length === message.files?.length)) update(room_id, key, { files })
}

/** Sends the messages of a chat one after another, in the order of writing. */
function send(place: ChatRef, message: Outgoing): void {
  places.set(place.room_id, place)
  const before = queues.get(place.room_id) ?? Promise.resolve()
  queues.set(
    place.room_id,
    before.then(() => deliver(place, message)),
  )
}

async function deliver(place: ChatRef, message: Outgoing): Promise<void> {
  const { room_id, sender_id } = place
  const { key, content, reply_to } = message
  const parcel = uploadsOf(message)
  await parcel.settled()
  // The user may have deleted the message or its last file during the upload.
  if (!isWaiting(room_id, key)) return
  if (!content && parcel.items.length === 0) return drop(room_id, key)
  const failed = parcel.items.find(({ error }) => error)?.error
  if (failed) return update(room_id, key, { failure: failed.code })
  try {
    const body = { room_id, sender_id, content, reply_to: reply_to?.id, file_ids: parcel.ids }
    const data = await api('POST /chat/send_msg', { body }, { key })
    updateMessages(room_id, { event: 'message', data })
    drop(room_id, key)
    void refreshRooms(sender_id)
  } catch (error) {
    update(room_id, key, { failure: error instanceof ApiError ? error.code : 'internal' })
  }
}

export function sendMessage(place: ChatRef, { content, reply_to, uploads }: NewMessage): void {
  const created_at = new Date().toISOString()
  const files = toStoredUploads(uploads)
  const message = { key: crypto.randomUUID(), content, reply_to, files, created_at, failure: null }
  setUploads(message.key, uploads)
  uploads.listen(() => storeUploaded(place.room_id, message.key, uploads))
  change(place.room_id, [...boxOf(place.room_id), message])
  send(place, message)
}

export function retry(place: ChatRef, message: Outgoing): void {
  uploadsOf(message).retryFailed()
  update(place.room_id, message.key, { failure: null })
  send(place, message)
}

/** Removes a file from an unsent message; retries a failed message once no file has an error. */
export function removeFile(place: ChatRef, message: Outgoing, key: string): void {
  const parcel = uploadsOf(message)
  parcel.remove(key)
  if (message.failure && parcel.items.every(({ error }) => !error)) retry(place, message)
}

/** Retries messages of all chats when the connection is back, if they failed for lack of it. */
onConnection(() => {
  if (isConnectionLost()) return
  for (const place of places.values())
    for (const message of boxOf(place.room_id)) if (message.failure === 'offline') retry(place, message)
})

/**
 * Removes an outgoing message once the stream delivers it: the response of its request may come later or be
 * lost.
 */
export function dropDelivered({ room_id, sender_id }: ChatRef, { event, data }: ChatEvent): void {
  if (event !== 'message' || data.sender_id !== sender_id) return
  const sent = data.files.map(({ id }) => id).join()
  const own = boxOf(room_id).find(
    (message) => message.content === data.content && uploadsOf(message).ids.toSorted(byId).join() === sent,
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
