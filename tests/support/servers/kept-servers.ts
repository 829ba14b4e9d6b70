import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Postgres and Redis that `npm run test-servers` keeps running between test runs. */
export interface KeptServers {
  /** Process that keeps them. */
  pid: number
  database_url: string
  redis_url: string
}

const file = path.resolve('node_modules/.cache/otklik/test-servers.json')

/** @returns the servers whose process is alive; undefined without one */
export async function readKeptServers(): Promise<KeptServers | undefined> {
  if (!existsSync(file)) return undefined
  const servers: KeptServers = JSON.parse(await readFile(file, 'utf8'))
  // A process that was killed leaves its file behind.
  return isAlive(servers.pid) ? servers : undefined
}

export async function announceServers(servers: KeptServers): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(servers), { mode: 0o600 })
}

export async function withdrawServers(): Promise<void> {
  await rm(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
