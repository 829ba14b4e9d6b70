import { useSyncExternalStore } from 'react'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { isConnectionLost, onConnection } from '#web/client/http/network.ts'
import type { Quote } from '#web/features/chat/queries.ts'
import type { Uploads } from '#web/features/files/uploads.ts'
import { readLocal, write } from '#web/features/session/local-store.ts'
import { refreshRooms, updateMessages } from './message-cache.ts'
import type { ChatEvent } from './message-pages.ts'
import { removeUploads, type StoredUpload, setUploads, toStoredUploads, uploadsOf } from './upload-store.ts'

/** A message that is not sent yet. Its key makes a retry idempotent. */
export type Outgoing = {
  key: string
  content: string
  /**
   * The message that the outgoing message quotes. It is undefined in messages stored by earlier versions of the app.
   */
  reply_to?: Quote | null
  /** Files of the message as stored on the device. They are restored at the next start of the app. */
  files?: StoredUpload[]
  created_at: string
  /** Error of the last attempt to send the message. `null` while the message is being sent. */
  failure: ApiError['code'] | null
}
type ChatRef = { room_id: number; sender_id: number }
type NewMessage = { content: string; reply_to: Quote | null; uploads: Uploads }

const outboxes = new Map<number, Outgoing[]>()
const queues = new Map<number, Promise<void>>()
const knownChats = new Map<number, ChatRef>()
const listeners = new Set<() => void>()
const storageKey = (room_id: number) => `outbox:${room_id}`

/** Messages that were being sent when the app closed are restored as failed. */
function outboxOf(room_id: number): Outgoing[] {
  const storedMessages = outboxes.get(room_id) ?? readLocal<Outgoing[]>(storageKey(room_id)) ?? []
  if (!outboxes.has(room_id))
    outboxes.set(
      room_id,
      storedMessages.map((message) => ({ ...message, failure: message.failure ?? 'offline' })),
    )
  return outboxes.get(room_id) ?? []
}

const isWaiting = (room_id: number, key: string) => outboxOf(room_id).some((message) => message.key === key)

function setOutbox(room_id: number, next: Outgoing[]): void {
  outboxes.set(room_id, next)
  write(storageKey(room_id), next.length ? next : null)
  for (const listener of listeners) listener()
}

function updateOutgoing(room_id: number, key: string, changes: Partial<Outgoing>): void {
  setOutbox(
    room_id,
    outboxOf(room_id).map((message) => (message.key === key ? { ...message, ...changes } : message)),
  )
}

function removeOutgoing(room_id: number, key: string): void {
  removeUploads(key)
  setOutbox(
    room_id,
    outboxOf(room_id).filter((message) => message.key !== key),
  )
}

/** Deletes an unsent message and its files. */
export function deleteOutgoing(room_id: number, message: Outgoing): void {
  uploadsOf(message).removeAll()
  removeOutgoing(room_id, message.key)
}

/**
 * Stores each uploaded file on the device at once, so that the file is not lost if the app closes during other uploads.
 */
function storeUploaded(room_id: number, key: string, uploads: Uploads): void {
  const message = outboxOf(room_id).find((one) => one.key === key)
  const files = toStoredUploads(uploads)
  const isStored = files.every(({ stored }, n) => stored?.id === message?.files?.[n]?.stored?.id)
  if (message && !(isStored && files.length === message.files?.length))
    updateOutgoing(room_id, key, { files })
}

/** Sends the messages of a chat one after another, in the order of writing. */
function send(chat: ChatRef, message: Outgoing): void {
  knownChats.set(chat.room_id, chat)
  const previousSend = queues.get(chat.room_id) ?? Promise.resolve()
  queues.set(
    chat.room_id,
    previousSend.then(() => deliver(chat, message)),
  )
}

async function deliver(chat: ChatRef, message: Outgoing): Promise<void> {
  const { room_id, sender_id } = chat
  const { key, content, reply_to } = message
  const uploads = uploadsOf(message)
  await uploads.settled()
  // The message is read again, because the user may have deleted it or its last file during the upload.
  if (!isWaiting(room_id, key)) return
  if (!content && uploads.items.length === 0) return removeOutgoing(room_id, key)
  const uploadError = uploads.items.find(({ error }) => error)?.error
  if (uploadError) return updateOutgoing(room_id, key, { failure: uploadError.code })
  try {
    const body = { room_id, sender_id, content, reply_to: reply_to?.id, file_ids: uploads.ids }
    const data = await api('POST /chat/send_msg', { body }, { key })
    updateMessages(room_id, { event: 'message', data })
    removeOutgoing(room_id, key)
    void refreshRooms(sender_id)
  } catch (error) {
    updateOutgoing(room_id, key, { failure: error instanceof ApiError ? error.code : 'internal' })
  }
}

export function sendMessage(chat: ChatRef, { content, reply_to, uploads }: NewMessage): void {
  const created_at = new Date().toISOString()
  const files = toStoredUploads(uploads)
  const message = { key: crypto.randomUUID(), content, reply_to, files, created_at, failure: null }
  setUploads(message.key, uploads)
  uploads.listen(() => storeUploaded(chat.room_id, message.key, uploads))
  setOutbox(chat.room_id, [...outboxOf(chat.room_id), message])
  send(chat, message)
}

export function retry(chat: ChatRef, message: Outgoing): void {
  uploadsOf(message).retryFailed()
  updateOutgoing(chat.room_id, message.key, { failure: null })
  send(chat, message)
}

/** Removes a file from an unsent message. A failed message is sent again once none of its files has an error. */
export function removeFile(chat: ChatRef, message: Outgoing, key: string): void {
  const uploads = uploadsOf(message)
  uploads.remove(key)
  if (message.failure && uploads.items.every(({ error }) => !error)) retry(chat, message)
}

/** When the connection is back, the messages of all chats that failed offline are sent again. */
onConnection(() => {
  if (isConnectionLost()) return
  for (const chat of knownChats.values())
    for (const message of outboxOf(chat.room_id)) if (message.failure === 'offline') retry(chat, message)
})

/**
 * Removes an outgoing message when the event stream delivers it, because the response of its request may come later or
 * be lost.
 */
export function dropDelivered({ room_id, sender_id }: ChatRef, { event, data }: ChatEvent): void {
  if (event !== 'message' || data.sender_id !== sender_id) return
  const deliveredFileIds = data.files.map(({ id }) => id).join()
  const outgoing = outboxOf(room_id).find(
    (message) =>
      message.content === data.content &&
      uploadsOf(message).ids.toSorted(compareNumbers).join() === deliveredFileIds,
  )
  if (outgoing) removeOutgoing(room_id, outgoing.key)
}

const compareNumbers = (a: number, b: number) => a - b

export function useOutbox(room_id: number): Outgoing[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => outboxOf(room_id),
  )
}
