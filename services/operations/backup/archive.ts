import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Config } from '#services/core/config/config.ts'
import type { Context } from '#services/core/context.ts'
import { encryptObject, plainKey } from './encryption.ts'
import { noteDone } from './progress.ts'
import type { Vault } from './vault.ts'

/** Pattern for the names of WAL files that Postgres has finished. The name of an unfinished file starts with a dot. */
const finished = /^[\dA-F]{8}(\.history|[\dA-F]{16}(\.[\dA-F]{8}\.backup)?)$/

/**
 * Moves finished WAL files from the folder of Postgres into the storage of backups. The oldest file is moved first,
 * because after a gap later files are useless.
 * @returns number of moved files
 */
export async function shipLog(ctx: Context, vault: Vault, folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => finished.test(name)).sort()
  for (const name of names) {
    const file = path.join(folder, name)
    await storeLog(ctx.config, vault, { name, bytes: await readFile(file) })
    await rm(file)
  }
  await noteDone(ctx, 'log', { shipped: names.length })
  return names.length
}

/**
 * Stores a WAL file, encrypted if there is a public key. A history file stays in plain text: it holds only numbers of
 * timelines, and later restores need it after the key was replaced.
 */
export async function storeLog(
  { BACKUP_KEY }: Pick<Config, 'BACKUP_KEY'>,
  vault: Vault,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<void> {
  const packed = await promisify(gzip)(bytes, { level: 1 })
  const recipient = name.endsWith('.history') ? undefined : BACKUP_KEY
  const stored = await encryptObject(recipient, { key: `wal/${name}.gz`, bytes: packed })
  await vault.put(stored.key, stored.bytes)
}

/** State of copying people's files to the storage of backups. A new process has none and compares all files once. */
export type Mirror = {
  /** Key of the copy of each copied file. */
  known?: Map<string, string>
  seen?: string
  /** True while there may be copies for another public key than the present one. */
  hasOldCopies?: boolean
}

/** Object that names the public key for which all copies of files are encrypted. Absent if they are plain. */
const mirrorKey = 'files-key.json'

/**
 * Copies people's new files into the storage of backups. After a change of the public key all files are copied anew,
 * because the private key of the old copies may be lost. Files in an S3 bucket are not copied, because the bucket keeps
 * earlier versions of its files.
 * @returns number of copied files
 */
export async function mirrorFiles(ctx: Context, vault: Vault, mirror: Mirror): Promise<number> {
  if (ctx.config.S3_BUCKET) return 0
  const now = ctx.now().toISOString()
  const { BACKUP_KEY: recipient } = ctx.config
  mirror.hasOldCopies ??= (await readMirrorKey(vault)) !== recipient
  mirror.known ??= new Map((await vault.list('files/')).map((key) => [plainKey(key), key]))
  const { rows } = await sql<{ storage_key: string; thumbnail_key: string | null }>`
    select storage_key, thumbnail_key from files
    where created_at > ${mirror.seen ?? '-infinity'}::timestamptz - interval '10 minutes'`.execute(ctx.db)
  let copied = 0
  for (const key of rows.flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key])) {
    if (!key) continue
    const copy = mirror.known.get(`files/${key}`)
    if (copy && !mirror.hasOldCopies) continue
    const bytes = await readFile(path.resolve(ctx.config.FILES_DIR, key)).catch(() => undefined)
    // A file's row is written before its bytes. If the bytes are missing, the next round copies the file.
    if (!bytes) continue
    const written = await encryptObject(recipient, { key: `files/${key}`, bytes })
    await vault.put(written.key, written.bytes)
    if (copy && copy !== written.key) await vault.delete(copy)
    mirror.known.set(`files/${key}`, written.key)
    copied += 1
  }
  if (mirror.hasOldCopies) await vault.put(mirrorKey, Buffer.from(JSON.stringify({ recipient })))
  mirror.hasOldCopies = false
  mirror.seen = now
  return copied
}

async function readMirrorKey(vault: Vault): Promise<string | undefined> {
  const bytes = await vault.get(mirrorKey).catch(() => undefined)
  return bytes && JSON.parse(Buffer.from(bytes).toString()).recipient
}

/**
 * Deletes copies of deleted files from the storage of backups, once no backup refers to the files.
 * @returns number of deleted copies
 */
export async function forgetFiles(ctx: Context, vault: Vault): Promise<number> {
  const listed = 'files-gone.json'
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from files union all
    select thumbnail_key from files where thumbnail_key is not null`.execute(ctx.db)
  const storedKeys = new Set(rows.map(({ key }) => key))
  const before: Record<string, string> = await vault.get(listed).then(
    (bytes) => JSON.parse(Buffer.from(bytes).toString()),
    () => ({}),
  )
  const now = ctx.now()
  const over = now.getTime() - ctx.config.BACKUP_KEEP_DAYS * 24 * 60 * 60_000
  const deletedFiles: Record<string, string> = {}
  let removed = 0
  for (const key of await vault.list('files/')) {
    const name = plainKey(key).slice('files/'.length)
    if (storedKeys.has(name)) continue
    const since = before[name] ?? now.toISOString()
    if (Date.parse(since) < over) {
      await vault.delete(key)
      removed += 1
    } else deletedFiles[name] = since
  }
  await vault.put(listed, Buffer.from(JSON.stringify(deletedFiles)))
  return removed
}
