import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { encryptedSuffix, encryptObject, plainKey } from './encryption.ts'
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
    const packed = await promisify(gzip)(await readFile(file), { level: 1 })
    const { key, bytes } = await encryptObject(ctx.config.BACKUP_KEY, {
      key: `wal/${name}.gz`,
      bytes: packed,
    })
    await vault.put(key, bytes)
    await rm(file)
  }
  await noteDone(ctx, 'log', { shipped: names.length })
  return names.length
}

/**
 * State of copying people's files to the storage of backups. `known` holds for each copied file the key of its copy. A
 * new process has no `known` and compares all files once.
 */
export type Mirror = { known?: Map<string, string>; seen?: string }

/**
 * Copies people's new files into the storage of backups. A plain copy from the time before there was a key is replaced by
 * an encrypted one. Files in an S3 bucket are not copied, because the bucket keeps
 * earlier versions of its files.
 * @returns number of copied files
 */
export async function mirrorFiles(ctx: Context, vault: Vault, mirror: Mirror): Promise<number> {
  if (ctx.config.S3_BUCKET) return 0
  const now = ctx.now().toISOString()
  const { BACKUP_KEY: recipient } = ctx.config
  mirror.known ??= new Map((await vault.list('files/')).map((key) => [plainKey(key), key]))
  const { rows } = await sql<{ storage_key: string; thumbnail_key: string | null }>`
    select storage_key, thumbnail_key from files
    where created_at > ${mirror.seen ?? '-infinity'}::timestamptz - interval '10 minutes'`.execute(ctx.db)
  let copied = 0
  for (const key of rows.flatMap(({ storage_key, thumbnail_key }) => [storage_key, thumbnail_key])) {
    if (!key) continue
    const copy = mirror.known.get(`files/${key}`)
    const isPlain = copy !== undefined && !copy.endsWith(encryptedSuffix)
    if (copy && !(isPlain && recipient)) continue
    const bytes = await readFile(path.resolve(ctx.config.FILES_DIR, key)).catch(() => undefined)
    // A file's row is written before its bytes. If the bytes are missing, the next round copies the file.
    if (!bytes) continue
    const written = await encryptObject(recipient, { key: `files/${key}`, bytes })
    await vault.put(written.key, written.bytes)
    if (copy) await vault.delete(copy)
    mirror.known.set(`files/${key}`, written.key)
    copied += 1
  }
  mirror.seen = now
  return copied
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
