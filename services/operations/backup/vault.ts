import { chown, open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#services/core/config/config.ts'
import { openDisk } from '#services/core/servers/storage.ts'

/** Storage of backups: a folder on disk or an S3 bucket. */
export type Vault = {
  /** Location of the storage of backups, as messages show it. */
  place: string
  put(key: string, bytes: Uint8Array): Promise<void>
  /** @throws if the storage has no object with this key */
  get(key: string): Promise<Uint8Array>
  /** Lists the keys that start with a prefix such as `wal/`, sorted. */
  list(prefix: string): Promise<string[]>
  delete(key: string): Promise<void>
  /**
   * Tests the storage of backups: writes and deletes a small object.
   * @throws if the disk is full or access is denied
   */
  try(): Promise<void>
}

export async function openVault(config: Config): Promise<Vault> {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_DIR: folder } = config
  const disk = await openDisk(config, bucket, folder)
  const vault: Vault = {
    place: bucket ? `bucket ${bucket}` : path.resolve(folder),
    async put(key, bytes) {
      await disk.put(key, bytes)
      // The file is written through to the disk, because its original is deleted next. A power failure must not lose
      // both.
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
    delete: (key) => disk.delete(key),
    async try() {
      await vault.put('trial', Buffer.from('trial'))
      await vault.delete('trial')
    },
  }
  return vault
}

/**
 * Changes the owner of a new file or folder to the owner of the backup folder. Otherwise files written by root would be
 * inaccessible to that owner.
 */
export async function giveToOwner(folder: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  for (let place = file; place !== folder; place = path.dirname(place)) await chown(place, uid, gid)
}

/** Returns an empty list if the folder does not exist. Every other error is thrown. */
function absent(error: { cause?: { code?: string } }) {
  if (error.cause?.code !== 'ENOENT') throw error
  return { objects: [], paginationToken: undefined }
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
