import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/**
 * User and group as which Postgres runs; undefined for the current user. Postgres refuses to run as root, so a root
 * process starts it as the user postgres.
 */
type Owner = { uid: number; gid: number } | undefined

export function databaseUser(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readId('-u'), gid: readId('-g') }
}

export interface OwnServer {
  /** URL with which the database's owner connects, over a socket that no other user can reach. */
  url: string
  stop(): Promise<void>
}

const maxRecoveryMs = 60 * 60_000

/**
 * Starts a Postgres server on a data folder, replays the WAL from `restore_command` to its end, and waits until the
 * database is writable.
 * @param owner_url URL whose role and database are used; its address and password are ignored
 * @throws Error with the last output of the server
 */
export async function startOwnServer(
  data: string,
  owner_url: string,
  settings: Record<string, string>,
): Promise<OwnServer> {
  const owner = databaseUser()
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-pg-'))
  // The server asks for no password, because only the user who may open the socket's folder can connect.
  const hba = path.join(folder, 'hba.conf')
  await writeFile(hba, 'local all all trust\n')
  if (owner) for (const place of [folder, hba]) await chown(place, owner.uid, owner.gid)
  const allSettings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    hba_file: hba,
    port: '5432',
    // Hot standby is off. With hot standby, a server with smaller limits than the copied one would refuse to start.
    archive_mode: 'off',
    hot_standby: 'off',
    ...settings,
  }
  const flags = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn('postgres', ['-D', data, ...flags], {
    cwd: '/',
    ...owner,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000)
    })
  const exited = once(server, 'exit').catch(() => {})
  let isOver = false
  void exited.then(() => {
    isOver = true
  })
  const stop = async () => {
    server.kill('SIGINT')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  const { username, pathname } = new URL(owner_url)
  const url = `postgres://${username}@${encodeURIComponent(folder)}:5432${pathname}`
  for (const deadline = Date.now() + maxRecoveryMs; !(await isWritable(url)); await wait(100)) {
    if (!isOver && Date.now() < deadline) continue
    if (!isOver) await stop()
    throw new Error(`Postgres did not recover: ${output.trim() || 'the program `postgres` is not on PATH'}`)
  }
  return { url, stop }
}

async function isWritable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as reading')
    return rows[0].reading === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Reads the timeline that the recovery began: its name, such as 00000002, and its history file. Null if the server is
 * still on the first timeline.
 */
export async function historyOf(data: string, url: string): Promise<{ name: string; bytes: Buffer } | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '.history' as name",
    )
    const name = rows[0]?.name ?? ''
    if (name === '00000001.history') return null
    return { name, bytes: await readFile(path.join(data, 'pg_wal', name)) }
  } finally {
    await client.end()
  }
}
