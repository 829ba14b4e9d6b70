import { rm } from 'node:fs/promises'
import path from 'node:path'
import { chooseDatabase, chooseRedis } from '../infra/choose.ts'
import { type RunningServer, startPostgres } from '../infra/postgres.ts'
import { removePostgres } from '../infra/postgres-home.ts'
import { machine } from '../infra/probes.ts'
import { startRedis } from '../infra/redis.ts'
import { keepRunning } from './keep-running.ts'
import { dataFolder } from './paths.ts'
import type { Settings } from './settings.ts'

type PrintLine = (text: string) => void

interface Server {
  url: string
  stop(): Promise<void>
}

const postgresFolder = path.join(dataFolder, 'postgres')
const redisFolder = path.join(dataFolder, 'redis')

/**
 * Postgres and Redis: the servers of DATABASE_URL and REDIS_URL if given, otherwise private servers that are kept
 * running.
 */
export async function startServers(
  { ports }: Settings,
  printLine: PrintLine,
): Promise<{ database: Server; redis: Server }> {
  const [database, redis] = await Promise.all([
    chooseDatabase(process.env, machine, 'start').then((choice) =>
      choice.kind === 'given'
        ? givenServer(choice.url)
        : keepServer('Postgres', () => startPostgres(postgresFolder, ports.postgres), printLine),
    ),
    chooseRedis(process.env, machine, 'start').then((choice) =>
      choice.kind === 'given'
        ? givenServer(choice.url)
        : keepServer('Redis', () => startRedis(redisFolder, ports.redis), printLine),
    ),
  ])
  return { database, redis }
}

/** Deletes the data of the private Postgres and Redis. Data of given servers are never touched. */
export async function removeServers(): Promise<void> {
  await removePostgres(postgresFolder)
  await rm(redisFolder, { recursive: true, force: true })
}

const givenServer = (url: string): Server => ({ url, stop: async () => undefined })

async function keepServer(
  name: string,
  start: () => Promise<RunningServer>,
  printLine: PrintLine,
): Promise<Server> {
  let url = ''
  const startAndStoreUrl = async () => {
    const server = await start()
    url = server.url
    return server
  }
  const { stop } = await keepRunning(name, startAndStoreUrl, printLine)
  return { url, stop }
}
