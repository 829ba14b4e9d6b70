import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { baseBackup, segmentOf } from '#db/base-backup.ts'
import type { Context } from '#services/core/context.ts'
import { encryptObject } from './encryption.ts'
import { type BackupNote, keepNote, listBackups, markSecrets, readNote } from './manifest.ts'
import { noteDone } from './progress.ts'
import type { Vault } from './vault.ts'

/**
 * Size in bytes of the parts into which a backup is split. Each part must fit in memory, because S3 needs the length of
 * an upload in advance.
 */
const partBytes = 32 * 1024 * 1024

const dayMs = 24 * 60 * 60_000

/**
 * Copies the whole running database into the storage of backups. The description of the backup is written last. A
 * backup without a description is incomplete and never restored.
 * @param url URL with a role that has the replication permission
 * @param onProgress gets the number of bytes read
 */
export async function takeBackup(
  ctx: Context,
  vault: Vault,
  url: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<BackupNote> {
  const { BACKUP_KEY: recipient } = ctx.config
  const name = ctx.now().toISOString().replaceAll(/[:.]/g, '-')
  const facts = await readFacts(ctx)
  const { tar, span } = await baseBackup(url, `otklik ${name}`)
  const parts: BackupNote['parts'] = []
  let bytes = 0
  const countBytes = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      onProgress(bytes)
      yield chunk
    }
  }
  await pipeline(tar, countBytes, createZstdCompress(), async (packed: AsyncIterable<Buffer>) => {
    for await (const part of inParts(packed)) {
      const plain = { key: `base/${name}/${String(parts.length + 1).padStart(5, '0')}.tar.zst`, bytes: part }
      const written = await encryptObject(recipient, plain)
      await vault.put(written.key, written.bytes)
      parts.push({ key: written.key, sha256: createHash('sha256').update(written.bytes).digest('hex') })
    }
  })
  const place = await span
  const note: BackupNote = {
    name,
    finished_at: ctx.now().toISOString(),
    span: place,
    segment: segmentOf(place),
    ...facts,
    bytes,
    parts,
    ...(recipient && { recipient }),
    ...markSecrets(ctx.config),
  }
  await keepNote(vault, note)
  await noteDone(ctx, 'base', { name, bytes, ...(recipient && { recipient }) })
  return note
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffers: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    buffers.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield Buffer.concat(buffers)
    buffers = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(buffers)
}

async function readFacts({ db }: Context) {
  const { rows } = await sql<{ postgres: string; migration: string; invoice_number: number }>`
    select current_setting('server_version') as postgres,
      (select max(name) from kysely_migration) as migration,
      (select last_value::float8 from payment_invoice_numbers) as invoice_number`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the database said nothing of itself')
  return facts
}

/**
 * True if the newest backup is too old, or was not encrypted for the present key. So a new key is followed by a backup
 * at once, and no backup needs two keys together with its log for longer than that.
 */
export async function isBackupDue(ctx: Context, everyMs: number): Promise<boolean> {
  const mark = await ctx.db
    .selectFrom('backup_marks')
    .select(['done_at', 'detail'])
    .where('work', '=', 'base')
    .executeTakeFirst()
  if (!mark) return true
  const { recipient } = mark.detail as { recipient?: string }
  return recipient !== ctx.config.BACKUP_KEY || ctx.now().getTime() - Date.parse(mark.done_at) >= everyMs
}

/**
 * Deletes expired backups and the WAL files that only they need. The two newest backups are kept.
 * @returns names of the deleted backups
 */
export async function removeOld(ctx: Context, vault: Vault): Promise<string[]> {
  const oldest = ctx.now().getTime() - ctx.config.BACKUP_KEEP_DAYS * dayMs
  const names = await listBackups(vault)
  const removed: string[] = []
  for (const name of names.slice(0, -2)) {
    const note = await readNote(vault, { name })
    if (Date.parse(note.finished_at) > oldest) break
    // The description of a backup is deleted first, so that a partly deleted backup never looks complete.
    const keys = await vault.list(`base/${name}/`)
    for (const key of keys.sort((a, b) => Number(b.endsWith('.json')) - Number(a.endsWith('.json'))))
      await vault.delete(key)
    removed.push(name)
  }
  const [first] = await listBackups(vault)
  if (removed.length > 0 && first) await removeLogs(vault, (await readNote(vault, { name: first })).segment)
  return removed
}

/** Deletes all WAL files before a position, on every timeline. History files are kept, because they are small. */
async function removeLogs(vault: Vault, before: string): Promise<void> {
  for (const key of await vault.list('wal/')) {
    const [, place] = /^wal\/[\dA-F]{8}([\dA-F]{16})\.gz(?:\.age)?$/.exec(key) ?? []
    if (place && place < before.slice(8)) await vault.delete(key)
  }
}
