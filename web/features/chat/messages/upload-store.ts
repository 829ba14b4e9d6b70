import { type StoredFile, Uploads } from '#web/features/files/uploads.ts'

/**
 * A file of an outgoing message as stored on the device. After a restart, only a file that was uploaded before
 * (`stored`) can be sent.
 */
export type StoredUpload = { name: string; size: number; stored: StoredFile | null }
type MessageWithFiles = { key: string; files?: StoredUpload[] }

/** Uploads of outgoing messages, by the key of the message. */
const uploadsByMessage = new Map<string, Uploads>()

export function toStoredUploads({ items }: Uploads): StoredUpload[] {
  return items.map(({ name, size, stored }) => ({ name, size, stored }))
}

export function setUploads(key: string, uploads: Uploads): void {
  uploadsByMessage.set(key, uploads)
}

/** Returns the uploads of an outgoing message. After a restart they are restored from the device. */
export function uploadsOf({ key, files = [] }: MessageWithFiles): Uploads {
  const existing = uploadsByMessage.get(key)
  if (existing) return existing
  const storedFiles = files.flatMap((file) => file.stored ?? [])
  const uploads = new Uploads({ attached: storedFiles, lost: files.filter((file) => !file.stored) })
  uploadsByMessage.set(key, uploads)
  return uploads
}

export function removeUploads(key: string): void {
  uploadsByMessage.delete(key)
}
