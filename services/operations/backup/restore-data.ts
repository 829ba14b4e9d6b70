import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { decryptObject, encryptedSuffix, plainKey, publicKeyOf, WrongKeyError } from './encryption.ts'
import { type BackupNote, openParts, readNote } from './manifest.ts'
import { databaseUser, type OwnServer, startOwnServer } from './own-server.ts'
import { giveToOwner, type Vault } from './vault.ts'

export interface DataRestoreOptions {
  vault: Vault
  /** Data folder for Postgres, which must be missing or empty. */
  data: string
  /** URL whose role and database exist in the backup. The password in the URL is ignored. */
  owner_url: string
  /** Name of the backup to restore; the newest one by default. */
  name?: string
  /** Time to which the database is restored; by default to the end of the WAL. */
  until?: Date
  /** Private keys that open encrypted backups. */
  privateKeys?: readonly string[]
  onProgress?: (line: string) => void
}

/**
 * Restores the data folder of a Postgres server from a backup and the later WAL files. Then starts Postgres on the
 * folder, reachable only for the caller.
 * @throws if the folder is not empty, or a part of the backup is missing or changed
 */
export async function restoreData(
  options: DataRestoreOptions,
): Promise<OwnServer & { note: BackupNote; logs: number }> {
  const { vault, data, owner_url, name, until, privateKeys = [], onProgress: say = () => {} } = options
  const note = await readNote(vault, { ...(name && { name }), ...(until && { before: until }) })
  await requireKeys(vault, note, privateKeys)
  await requireEmpty(data)
  const owner = databaseUser()
  await mkdir(data, { recursive: true })
  if (owner) await chown(data, owner.uid, owner.gid)
  await chmod(data, 0o700)
  const folder = await mkdtemp(path.join(path.dirname(data), 'log-'))
  try {
    // The log comes first. If a piece of it needs another private key, nothing is in the data folder yet.
    const { logs, timeline } = await fetchLogs(options, note, folder)
    say(`unpacking ${note.name}, ${Math.round(note.bytes / 2 ** 20)} MB`)
    await unpack(options, note, owner)
    say(`reading ${logs} pieces of the log`)
    await writeFile(path.join(data, 'recovery.signal'), '')
    if (owner) await setOwner(owner, path.join(data, 'recovery.signal'), folder, ...(await inside(folder)))
    const server = await startOwnServer(data, owner_url, {
      restore_command: `test -f '${folder}/%f.gz' && gzip -dc '${folder}/%f.gz' > '%p'`,
      recovery_target_timeline: String(timeline),
      ...(until && { recovery_target_time: until.toISOString(), recovery_target_action: 'promote' }),
    })
    return { ...server, note, logs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Tests that the private keys open a backup and the newest piece of the log.
 * @throws WrongKeyError with a sentence for the operator
 */
export async function requireKeys(
  vault: Vault,
  note: BackupNote,
  privateKeys: readonly string[],
): Promise<void> {
  const { name, recipient } = note
  const given = await Promise.all(privateKeys.map(publicKeyOf))
  const advice = 'Name the file with its private key: --key <file>. Nothing was changed.'
  if (recipient && !given.includes(recipient)) {
    const found =
      given.length > 0 ? `the given key is that of ${given.join(', ')}` : 'no private key is given'
    throw new WrongKeyError(`The backup ${name} is encrypted for ${recipient}, and ${found}. ${advice}`)
  }
  const newest = (await listLogs(vault, note)).findLast((key) => key.endsWith(encryptedSuffix))
  if (!newest) return
  await decryptObject(privateKeys, { key: newest, bytes: await vault.get(newest) }).catch((error) => {
    // A damaged piece is another matter: the log ends before it.
    if (error instanceof WrongKeyError) throw new WrongKeyError(`${error.message} ${advice}`)
  })
}

/** Lists the keys of the WAL files that follow a backup, and of all history files. */
async function listLogs(vault: Vault, note: BackupNote): Promise<string[]> {
  return (await vault.list('wal/')).filter((key) => {
    const file = key.slice('wal/'.length)
    return isHistory(file) || file.slice(8, 24) >= note.segment.slice(8)
  })
}

const isHistory = (file: string) => file.endsWith('.history.gz')

/** @throws if the data folder is not empty */
export async function requireEmpty(data: string): Promise<void> {
  if (existsSync(data) && (await readdir(data)).length > 0)
    throw new Error(`${data} is not empty: stop Postgres, look at what lies there, and move it away.`)
}

type Owner = NonNullable<ReturnType<typeof databaseUser>>

/**
 * Codes of the error after tar has ended while its input was still open. It ends with the last block of the archive, so
 * this is no failure in itself.
 */
const inputClosed = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/**
 * Unpacks the archive of a backup.
 * @throws if a part is missing or changed, or tar fails
 */
export async function unpack(
  { vault, data, privateKeys = [] }: Pick<DataRestoreOptions, 'vault' | 'data' | 'privateKeys'>,
  note: BackupNote,
  owner?: Owner,
): Promise<void> {
  const tar = spawn('tar', ['-x', '-f', '-', '-C', data], {
    cwd: '/',
    ...owner,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let output = ''
  tar.stderr.on('data', (chunk) => {
    output += chunk
  })
  const closed = once(tar, 'close')
  // The code waits for the end of tar, because its output explains a failure better than the error of the broken pipe.
  const [read, [code]] = await Promise.all([
    pipeline(Readable.from(openParts(vault, note, privateKeys)), createZstdDecompress(), tar.stdin).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    ),
    closed,
  ])
  if (read && !inputClosed.includes(read.code ?? '')) throw read
  if (code !== 0) throw new Error(`the backup could not be unpacked: ${output.trim()}`)
}

/**
 * Copies the WAL files that follow the backup, decrypted, into a folder from which Postgres reads them. A damaged file is
 * left out, so that the log ends before it.
 * @returns number of files, and the latest timeline with WAL files. A timeline with only a history file was never used
 * after its restore, so it does not count.
 */
async function fetchLogs(
  { vault, privateKeys = [], onProgress: say = () => {} }: DataRestoreOptions,
  note: BackupNote,
  folder: string,
): Promise<{ logs: number; timeline: number }> {
  let [logs, latest] = [0, note.segment]
  for (const key of await listLogs(vault, note)) {
    const file = plainKey(key).slice('wal/'.length)
    const piece = await decryptObject(privateKeys, { key, bytes: await vault.get(key) }).catch((error) => {
      if (error instanceof WrongKeyError) throw error
      say(`the log ends before ${file}: ${(error as Error).message}`)
    })
    if (!piece) continue
    await writeFile(path.join(folder, file), piece.bytes)
    if (!isHistory(file) && file > latest) latest = file
    logs += 1
  }
  return { logs, timeline: Number.parseInt(latest.slice(0, 8), 16) }
}

const inside = async (folder: string) => (await readdir(folder)).map((name) => path.join(folder, name))

async function setOwner({ uid, gid }: Owner, ...places: string[]): Promise<void> {
  for (const place of places) await chown(place, uid, gid)
}

/** Numbers of files: restored, without a copy among the backups, and with a copy that cannot be decrypted. */
export type RestoredFiles = { restored: number; missing: number; unreadable: number }

/** Copies missing files of people back from the storage of backups. */
export async function restoreFiles(
  { vault, privateKeys = [] }: Pick<DataRestoreOptions, 'vault' | 'privateKeys'>,
  folder: string,
  keys: string[],
): Promise<RestoredFiles> {
  const copies = new Map((await vault.list('files/')).map((key) => [plainKey(key), key]))
  await mkdir(folder, { recursive: true })
  const count: RestoredFiles = { restored: 0, missing: 0, unreadable: 0 }
  for (const key of keys) {
    const file = path.resolve(folder, key)
    if (existsSync(file)) continue
    const copy = copies.get(`files/${key}`)
    if (!copy) {
      count.missing += 1
      continue
    }
    // The database stands already. One file that cannot be read must not end the restore.
    const opened = await decryptObject(privateKeys, { key: copy, bytes: await vault.get(copy) }).catch(
      () => undefined,
    )
    if (!opened) {
      count.unreadable += 1
      continue
    }
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, opened.bytes)
    await giveToOwner(path.resolve(folder), file)
    count.restored += 1
  }
  return count
}
