import { rename, rm, writeFile } from 'node:fs/promises'
import { Redis } from 'ioredis'
import { connectionsFault } from '#tests/chaos/blows.ts'
import type { World, WorldPart } from '#tests/support/servers/world.ts'

/** A fault of an installation, and the lamps that must tell an operator of it within seconds. */
export interface LampFault {
  name: string
  begin(world: World): Promise<unknown>
  end(world: World): Promise<unknown>
  /** Processes whose readiness must tell. */
  readiness: string[]
  /** A subject that `otklik doctor` must find not well; undefined if it cannot know. */
  doctor?: RegExp
  /** Alert of Prometheus whose condition must hold; undefined if it takes longer than a run waits. */
  alert?: string
}

const killed = (part: WorldPart) => ({
  begin: (world: World) => world.kill(part),
  end: (world: World) => world.restart(part),
})
const hanging = (part: WorldPart) => ({
  begin: (world: World) => world.freeze(part),
  end: (world: World) => world.thaw(part),
})

/** Lets Redis take no more memory than it has now, so that it refuses every write. '0' takes the limit away. */
async function limitRedis({ env }: World, limit: 'now' | '0'): Promise<void> {
  const redis = new Redis(env.REDIS_URL ?? '')
  const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? '1'
  await redis.config('SET', 'maxmemory', limit === 'now' ? used : limit)
  redis.disconnect()
}

/** Every call of Telegram's Bot API gets this fault until it ends. */
const telegramFault = (fault: object) => ({
  begin: ({ telegram }: World) => telegram.post('/faults', { method: '*', times: 0, ...fault }),
  end: ({ telegram }: World) => telegram.delete('/faults'),
})

const filesFolder = ({ env }: World) => env.FILES_DIR ?? ''

/** Faults in the order of the table in docs/operating.md. Each lasts as long as the lamps are read, and then ends. */
export const lampFaults: LampFault[] = [
  {
    name: 'Postgres is killed',
    ...killed('postgres'),
    readiness: ['api', 'bot', 'workers'],
    doctor: /postgres/i,
    alert: 'OtklikPostgresAway',
  },
  {
    name: 'Postgres hangs',
    ...hanging('postgres'),
    readiness: ['api', 'bot', 'workers'],
    doctor: /postgres/i,
    alert: 'OtklikPostgresAway',
  },
  {
    name: 'Postgres has no connection left',
    begin: (world) => connectionsFault(world).begin(),
    end: (world) => connectionsFault(world).end(),
    readiness: ['api', 'bot', 'workers'],
    doctor: /postgres/i,
    alert: 'OtklikPostgresAway',
  },
  {
    name: 'Redis is killed',
    ...killed('redis'),
    readiness: ['api', 'bot', 'workers'],
    doctor: /redis/i,
    alert: 'OtklikRedisAway',
  },
  {
    name: 'Redis hangs',
    ...hanging('redis'),
    readiness: ['api', 'bot', 'workers'],
    doctor: /redis/i,
    alert: 'OtklikRedisAway',
  },
  {
    name: 'Redis is full',
    begin: (world) => limitRedis(world, 'now'),
    end: (world) => limitRedis(world, '0'),
    readiness: ['api', 'workers'],
    doctor: /redis/i,
    alert: 'OtklikRedisAway',
  },
  {
    name: 'Telegram hangs',
    ...telegramFault({ delay_ms: 60_000 }),
    readiness: ['bot', 'workers'],
    doctor: /telegram/i,
  },
  {
    name: 'Telegram answers 502',
    ...telegramFault({ error_code: 502, description: 'Bad Gateway' }),
    readiness: ['bot', 'workers'],
    doctor: /telegram/i,
    alert: 'OtklikTelegramAway',
  },
  { name: 'Robokassa hangs', ...hanging('robokassa'), readiness: [], doctor: /shop|robokassa/i },
  {
    name: 'The folder of files cannot be written',
    begin: async (world) => {
      await rename(filesFolder(world), `${filesFolder(world)}.away`)
      await writeFile(filesFolder(world), '')
    },
    end: async (world) => {
      await rm(filesFolder(world))
      await rename(`${filesFolder(world)}.away`, filesFolder(world))
    },
    readiness: ['api'],
    doctor: /files/i,
    alert: 'OtklikFilesRefused',
  },
  { name: 'The API is killed', ...killed('api'), readiness: ['api'], alert: 'OtklikProcessAway' },
  { name: 'The bot is killed', ...killed('bot'), readiness: ['bot'], alert: 'OtklikProcessAway' },
  {
    name: 'The workers are killed',
    ...killed('workers'),
    readiness: ['workers'],
    alert: 'OtklikProcessAway',
  },
  { name: 'The API is stopped', ...hanging('api'), readiness: ['api'], alert: 'OtklikProcessAway' },
  { name: 'The bot is stopped', ...hanging('bot'), readiness: ['bot'], alert: 'OtklikProcessAway' },
  {
    name: 'The workers are stopped',
    ...hanging('workers'),
    readiness: ['workers'],
    alert: 'OtklikProcessAway',
  },
]
