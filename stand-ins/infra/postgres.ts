import { type ChildProcess, execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { changeOwner, type PostgresHome, prepareHome } from './postgres-home.ts'
import { commandLine, freePort, spawnGuarded, stopProcess, waitUntil } from './processes.ts'

export interface RunningServer {
  url: string
  port: number
  process: ChildProcess
  stop(): Promise<void>
}

export interface PostgresOptions {
  /**
   * Makes Postgres much faster, for tests. The data survive a crash of the server process, but not a crash of the
   * machine.
   */
  throwaway?: boolean
  /** Additional settings of the Postgres server, by name. */
  settings?: Record<string, string>
}

/**
 * Starts a private Postgres with its data in `dir` (see prepareHome). The URL names the database `otklik`,
 * which is created if missing.
 */
export async function startPostgres(
  dir: string,
  port?: number,
  options: PostgresOptions = {},
): Promise<RunningServer> {
  const home = await prepareHome(path.resolve(dir))
  const password = await readOrCreatePassword(dir)
  if (!existsSync(home.data)) await initialise(home, password, options)
  await removeStalePid(home.data)
  const chosenPort = port ?? (await freePort())
  const url = `postgres://otklik:${password}@127.0.0.1:${chosenPort}/`
  const child = await launch(home, dir, chosenPort, options, `${url}postgres`)
  await createDatabase(`${url}postgres`)
  // SIGINT is Postgres's "fast shutdown", which does not wait for clients.
  return {
    url: `${url}otklik`,
    port: chosenPort,
    process: child,
    stop: () => stopProcess(child, 'SIGINT', 20_000),
  }
}

async function readOrCreatePassword(dir: string): Promise<string> {
  const file = path.join(dir, 'password')
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return await readFile(file, 'utf8')
}

async function initialise(home: PostgresHome, password: string, options: PostgresOptions): Promise<void> {
  const secretFolder = await mkdtemp(path.join(tmpdir(), 'otklik-initdb-'))
  const passwordFile = path.join(secretFolder, 'password')
  const draft = `${home.data}.new`
  try {
    await writeFile(passwordFile, password, { mode: 0o600 })
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    for (const filePath of [secretFolder, passwordFile, draft]) await changeOwner(filePath, home.owner)
    const args = [
      `--pgdata=${draft}`,
      '--username=otklik',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
    ]
    args.push('--encoding=UTF8', '--locale=C.UTF-8')
    // The password is long and random. More hash iterations would only slow down connections.
    args.push('--set', 'scram_iterations=1')
    if (options.throwaway) args.push('--no-sync')
    await promisify(execFile)(path.join(home.programs, 'initdb'), args, { cwd: '/', ...home.owner })
    await rename(draft, home.data)
  } finally {
    await rm(secretFolder, { recursive: true, force: true })
  }
}

/** After a crash postmaster.pid may name a dead process, an unrelated process, or a server that still runs. */
async function removeStalePid(data: string): Promise<void> {
  const file = path.join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  const isOurs = () => commandLine(pid).includes(data)
  if (pid > 1 && isOurs()) {
    process.kill(pid, 'SIGINT')
    for (let waitedMs = 0; isOurs() && waitedMs < 20_000; waitedMs += 50) await sleep(50)
  }
  await rm(file, { force: true })
}

async function launch(home: PostgresHome, dir: string, port: number, options: PostgresOptions, url: string) {
  const flags = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-c',
    `max_connections=${options.throwaway ? 500 : 200}`,
  ]
  if (options.throwaway) flags.push('-c', 'fsync=off', '-c', 'full_page_writes=off')
  for (const [name, value] of Object.entries(options.settings ?? {})) flags.push('-c', `${name}=${value}`)
  const args = ['-D', home.data, '-p', String(port), ...flags]
  const logFile = path.join(dir, 'server.log')
  for (let attempt = 1; ; attempt += 1) {
    const log = await open(logFile, 'w')
    const child = spawnGuarded(path.join(home.programs, 'postgres'), args, {
      cwd: '/',
      ...home.owner,
      stdio: ['ignore', log.fd, log.fd],
      endSignal: 'SIGINT',
    })
    child.on('error', () => undefined)
    const ready = await waitUntil(() => isReady(url), child, 30_000)
    await log.close()
    if (ready) return child
    await stopProcess(child, 'SIGINT')
    const logText = (await readFile(logFile, 'utf8')).trim()
    // A killed server's processes need time to release the shared memory.
    if (attempt === 20 || !logText.includes('still in use'))
      throw new Error(`Postgres did not start: ${logText}`)
    await sleep(250)
  }
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return await client.connect().then(
    () => client.end().then(() => true),
    () => client.end().then(() => false),
  )
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const existing = await client.query("select 1 from pg_database where datname = 'otklik'")
    if (existing.rowCount === 0) await client.query('create database otklik')
  } finally {
    await client.end()
  }
}

/** URL with which the unprivileged role of the processes opens the same database. The migration creates the role. */
export function appAddress(owner_url: string): string {
  const url = new URL(owner_url)
  url.username = 'otklik_app'
  url.password = createHash('sha256').update(`app ${url.password}`).digest('hex')
  return url.href
}
