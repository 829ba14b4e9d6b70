import { type StoredFile, Uploads } from '#web/features/files/uploads.ts'

/**
 * A file of an outgoing message as stored on the device. Only an uploaded file (`stored`) can be sent after a
 * restart.
 */
export type StoredUpload = { name: string; size: number; stored: StoredFile | null }
type MessageWithFiles = { key: string; files?: StoredUpload[] }

/** Uploads of outgoing messages by message key. */
const uploadsByMessage = new Map<string, Uploads>()

export function toStoredUploads({ items }: Uploads): StoredUpload[] {
  return items.map(({ name, size, stored }) => ({ name, size, stored }))
}

export function setUploads(key: string, uploads: Uploads): void {
  uploadsByMessage.set(key, uploads)
}

/** Uploads of an outgoing message, restored from the device after a restart. */
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
