import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type BackupNote, readNote, readParts } from './manifest.ts'
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
  const { vault, data, owner_url, name, until, onProgress: say = () => {} } = options
  await requireEmpty(data)
  const note = await readNote(vault, { ...(name && { name }), ...(until && { before: until }) })
  const owner = databaseUser()
  await mkdir(data, { recursive: true })
  if (owner) await chown(data, owner.uid, owner.gid)
  await chmod(data, 0o700)
  say(`unpacking ${note.name}, ${Math.round(note.bytes / 2 ** 20)} MB`)
  await unpack(vault, note, data, owner)
  const folder = await mkdtemp(path.join(path.dirname(data), 'log-'))
  try {
    const { logs, timeline } = await fetchLogs(vault, note, folder)
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

/** @throws if the data folder is not empty */
export async function requireEmpty(data: string): Promise<void> {
  if (existsSync(data) && (await readdir(data)).length > 0)
    throw new Error(`${data} is not empty: stop Postgres, look at what lies there, and move it away.`)
}

type Owner = NonNullable<ReturnType<typeof databaseUser>>

async function unpack(vault: Vault, note: BackupNote, data: string, owner: Owner | undefined): Promise<void> {
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
    pipeline(Readable.from(readParts(vault, note)), createZstdDecompress(), tar.stdin).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error,
    ),
    closed,
  ])
  if (read && read.code !== 'EPIPE') throw read
  if (code !== 0) throw new Error(`the backup could not be unpacked: ${output.trim()}`)
}

/**
 * Copies the WAL files that follow the backup into a folder from which Postgres reads them.
 * @returns number of files, and the latest timeline with WAL files. A timeline with only a history file was never used
 * after its restore, so it does not count.
 */
async function fetchLogs(
  vault: Vault,
  note: BackupNote,
  folder: string,
): Promise<{ logs: number; timeline: number }> {
  let [logs, latest] = [0, note.segment]
  for (const key of await vault.list('wal/')) {
    const file = key.slice('wal/'.length)
    const isHistory = file.endsWith('.history.gz')
    if (!isHistory && file.slice(8, 24) < note.segment.slice(8)) continue
    await writeFile(path.join(folder, file), await vault.get(key))
    if (!isHistory && file > latest) latest = file
    logs += 1
  }
  return { logs, timeline: Number.parseInt(latest.slice(0, 8), 16) }
}

const inside = async (folder: string) => (await readdir(folder)).map((name) => path.join(folder, name))

async function setOwner({ uid, gid }: Owner, ...places: string[]): Promise<void> {
  for (const place of places) await chown(place, uid, gid)
}

/**
 * Copies missing files of people back from the storage of backups.
 * @returns number of restored files, and number of files that the storage of backups does not have
 */
export async function restoreFiles(
  vault: Vault,
  folder: string,
  keys: string[],
): Promise<{ restored: number; missing: number }> {
  const storedKeys = new Set(await vault.list('files/'))
  await mkdir(folder, { recursive: true })
  let [restored, missing] = [0, 0]
  for (const key of keys) {
    const file = path.resolve(folder, key)
    if (existsSync(file)) continue
    if (storedKeys.has(`files/${key}`)) {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, await vault.get(`files/${key}`))
      await giveToOwner(path.resolve(folder), file)
      restored += 1
    } else missing += 1
  }
  return { restored, missing }
}
