import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import type { RunningServer } from './postgres.ts'
import { freePort, spawnGuarded, stopProcess, waitUntil } from './processes.ts'
import { redisCommand } from './redis-program.ts'

export interface RedisOptions {
  /** If true, Redis writes nothing to disk; for tests. */
  throwaway?: boolean
  /** If true, Redis runs as a cluster node, so a script may use keys of one slot only; for tests. */
  cluster?: boolean
}

/** Starts a private Redis with its append-only file in `dir`. */
export async function startRedis(
  dir: string,
  port?: number,
  options: RedisOptions = {},
): Promise<RunningServer> {
  const folder = path.resolve(dir)
  await mkdir(folder, { recursive: true })
  const chosenPort = port ?? (await freePort())
  const settings = [
    '--save',
    '',
    '--appendonly',
    options.throwaway ? 'no' : 'yes',
    '--maxmemory-policy',
    'noeviction',
    ...(options.cluster ? ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())] : []),
  ]
  const { command, args } = await redisCommand(folder, chosenPort, settings)
  const logFile = path.join(folder, 'server.log')
  const log = await open(logFile, 'w')
  const child = spawnGuarded(command, args, { cwd: folder, stdio: ['ignore', log.fd, log.fd] })
  child.on('error', () => undefined)
  const ready = await waitUntil(() => isReady(chosenPort), child, 60_000)
  await log.close()
  if (!ready) {
    await stopProcess(child)
    throw new Error(`Redis did not start: ${(await readFile(logFile, 'utf8')).trim()}`)
  }
  const url = `redis://127.0.0.1:${chosenPort}`
  return { url, port: chosenPort, process: child, stop: () => stopProcess(child, 'SIGTERM', 10_000) }
}

async function isReady(port: number): Promise<boolean> {
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
