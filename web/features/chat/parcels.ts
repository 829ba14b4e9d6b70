import { type StoredFile, Uploads } from '#web/features/files/uploads.ts'

/** What the device keeps of a file of a message: what has arrived can go with it later, the rest is named. */
export type KeptFile = { name: string; size: number; stored: StoredFile | null }
type Wrapped = { key: string; files?: KeptFile[] }

/** The files of messages on their way, by the keys of these. */
const parcels = new Map<string, Uploads>()

export function keptFiles({ items }: Uploads): KeptFile[] {
  return items.map(({ name, size, stored }) => ({ name, size, stored }))
}

export function openParcel(key: string, uploads: Uploads): void {
  parcels.set(key, uploads)
}

/** The files of a message; of one from before the app was closed, what the device kept. */
export function parcelOf({ key, files = [] }: Wrapped): Uploads {
  const known = parcels.get(key)
  if (known) return known
  const kept = files.flatMap(({ stored }) => stored ?? [])
  const parcel = new Uploads({ kept, lost: files.filter(({ stored }) => !stored) })
  parcels.set(key, parcel)
  return parcel
}

export function dropParcel(key: string): void {
  parcels.delete(key)
}
