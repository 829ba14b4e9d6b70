import { chown, open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#services/core/config/config.ts'
import { openDisk } from '#services/core/servers/storage.ts'

/** Where backups lie: a folder or an S3 bucket. */
export type Vault = {
  /** Its place in words. */
  place: string
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @throws when nothing lies there */
  get(key: string): Promise<Uint8Array>
  /** Keys below a prefix such as `wal/`, in order. */
  list(prefix: string): Promise<string[]>
  drop(key: string): Promise<void>
  /** Writes a few bytes and takes them away. @throws when the disk is full, or the place of somebody else */
  try(): Promise<void>
}

export async function openVault(config: Config): Promise<Vault> {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_DIR: folder } = config
  const disk = await openDisk(config, bucket, folder)
  const vault: Vault = {
    place: bucket ? `bucket ${bucket}` : path.resolve(folder),
    async put(key, bytes) {
      await disk.put(key, bytes)
      // The original is removed next: a power failure must not take both.
      if (bucket) return
      await sync(path.resolve(folder, key))
      await giveToOwner(path.resolve(folder), path.resolve(folder, key))
    },
    get: (key) => disk.getBytes(key),
    async list(prefix) {
      const keys: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await disk
          .listAll(prefix, { recursive: true, ...(paginationToken && { paginationToken }) })
          .catch((error) => absent(error))
        for (const object of page.objects) if (object.isFile) keys.push(object.key)
        paginationToken = page.paginationToken
      } while (paginationToken)
      return keys.sort()
    },
    drop: (key) => disk.delete(key),
    async try() {
      await vault.put('trial', Buffer.from('trial'))
      await vault.drop('trial')
    },
  }
  return vault
}

/** Root writes for whoever owns a folder: a file, and the folders between the two, become theirs. */
export async function giveToOwner(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  for (let place = file; place !== folder; place = path.dirname(place)) await chown(place, uid, gid)
}

/** A folder that is not there yet holds nothing. */
function absent(error: { cause?: { code?: string } }) {
  if (error.cause?.code !== 'ENOENT') throw error
  return { objects: [], paginationToken: undefined }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
