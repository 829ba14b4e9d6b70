import path from 'node:path'
import { appAddress, startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { fill } from './infrastructure-databases.ts'
import { type Part, startable } from './world-parts.ts'

/** A migrated Postgres and a Redis for one world, which may be killed; both keep what they promised to keep. */
export async function serversOfOne(folder: string, release?: string) {
  const [postgresFolder, redisFolder] = [path.join(folder, 'postgres'), path.join(folder, 'redis')]
  const postgres = await startPostgres(postgresFolder, undefined, { throwaway: true })
  const redis = await startRedis(redisFolder)
  await fill(postgres.url, release)
  const database = startable(
    () => startPostgres(postgresFolder, postgres.port, { throwaway: true }),
    postgres,
  )
  const parts: ['postgres' | 'redis', Part][] = [
    ['postgres', { ...database, stop: () => database.stop().then(() => removePostgres(postgresFolder)) }],
    ['redis', startable(() => startRedis(redisFolder, redis.port), redis)],
  ]
  const urls = { owner_url: postgres.url, database_url: appAddress(postgres.url), redis_url: redis.url }
  return { ...urls, parts }
}
