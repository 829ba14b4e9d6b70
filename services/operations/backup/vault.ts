import { chown, mkdir, open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#services/core/config/config.ts'
import { openDisk } from '#services/core/servers/storage.ts'

/** Storage of backups: a folder on disk or an S3 bucket. */
export type Vault = {
  /** Location of the storage of backups, as messages show it. */
  place: string
  /** Writes an object. In a folder it gets its name only when it is on the disk, so no object is ever half written. */
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
      if (bucket) await disk.put(key, bytes)
      else await writeThrough(path.resolve(folder), key, bytes)
    },
    get: (key) => disk.getBytes(key),
    async list(prefix) {
      const keys: string[] = []
      let paginationToken: string | undefined
      do {
        const page = await disk
          .listAll(prefix, { recursive: true, ...(paginationToken && { paginationToken }) })
          .catch((error) => absent(error))
        for (const object of page.objects)
          if (object.isFile && !object.key.endsWith(unfinished)) keys.push(object.key)
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

/** Ending of a file that is being written. After a power failure such a file may stay; the next try overwrites it. */
const unfinished = '.unfinished'

/**
 * Writes a file and puts it on the disk before it gets its name, then puts the name on the disk. The original is deleted
 * next, so a power failure must lose neither.
 */
async function writeThrough(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, key)
  const parent = path.dirname(file)
  const isNewFolder = (await mkdir(parent, { recursive: true })) !== undefined
  const handle = await open(`${file}${unfinished}`, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}${unfinished}`, file)
  await giveToOwner(folder, file)
  await sync(parent)
  // A new folder has its own name in the folder above.
  if (isNewFolder)
    for (let place = parent; place !== folder; place = path.dirname(place)) await sync(path.dirname(place))
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
