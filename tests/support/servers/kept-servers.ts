import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The Postgres and the Redis that `npm run test-servers` keeps running between test runs. */
export interface KeptServers {
  /** Id of the process that keeps the servers running. */
  pid: number
  database_url: string
  redis_url: string
}

const file = path.resolve('node_modules/.cache/otklik/test-servers.json')

/** @returns the servers if the process that keeps them is alive; otherwise undefined */
export async function readKeptServers(): Promise<KeptServers | undefined> {
  if (!existsSync(file)) return undefined
  const servers: KeptServers = JSON.parse(await readFile(file, 'utf8'))
  // A killed process does not delete the file, so its process id is checked.
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
