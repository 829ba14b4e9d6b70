import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { appAddress, startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { fillDatabase } from './infrastructure-databases.ts'
import { startPair } from './postgres-pair.ts'
import { startRedisPair } from './redis-pair.ts'
import type { WorldOptions } from './world.ts'
import { controlOf, type ServerControl } from './world-parts.ts'

/**
 * Starts a Postgres with all tables and a Redis for one world, which a test may kill. Committed data survives when
 * their processes are killed.
 */
export async function serversOfOne(
  folder: string,
  { release, disk_mb, standby }: Pick<WorldOptions, 'release' | 'disk_mb' | 'standby'> = {},
) {
  if (standby === 'postgres') return withPair(folder)
  const [postgresFolder, redisFolder] = [
    path.join(folder, disk_mb ? 'disk/postgres' : 'postgres'),
    path.join(folder, 'redis'),
  ]
  const disk = disk_mb ? path.join(folder, 'disk') : undefined
  if (disk) await mountDisk(disk, disk_mb ?? 0)
  const postgres = await startPostgres(postgresFolder, undefined, { throwaway: true })
  const [redis, redisPart] = await startQueues(redisFolder, standby)
  await fillDatabase(postgres.url, release)
  const database = controlOf(
    () => startPostgres(postgresFolder, postgres.port, { throwaway: true }),
    postgres,
  )
  const stopServers = async () => {
    await database.stop()
    await removePostgres(postgresFolder)
    if (disk) execFileSync('umount', [disk])
  }
  const controls: ['postgres' | 'redis', ServerControl][] = [
    ['postgres', { ...database, stop: stopServers }],
    ['redis', redisPart],
  ]
  const urls = { owner_url: postgres.url, database_url: appAddress(postgres.url), redis_url: redis }
  return { ...urls, parts: controls, disk }
}

/**
 * Starts one Redis, or a primary with a replica.
 * @returns the address of the primary, and its control
 */
async function startQueues(
  folder: string,
  standby: WorldOptions['standby'],
): Promise<[string, ServerControl]> {
  if (standby === 'redis') {
    const { url, control } = await startRedisPair(folder)
    return [url, control]
  }
  const redis = await startRedis(folder)
  return [redis.url, controlOf(() => startRedis(folder, redis.port), redis)]
}

/** Like `serversOfOne`, but starts a Postgres primary with a standby. */
async function withPair(folder: string) {
  const redisFolder = path.join(folder, 'redis')
  const redis = await startRedis(redisFolder)
  const { url, control } = await startPair(folder)
  const controls: ['postgres' | 'redis', ServerControl][] = [
    ['postgres', control],
    ['redis', controlOf(() => startRedis(redisFolder, redis.port), redis)],
  ]
  const urls = { owner_url: url, database_url: appAddress(url), redis_url: redis.url }
  return { ...urls, parts: controls, disk: undefined }
}

/**
 * Mounts a disk of limited size in memory.
 * @throws if the current user may not mount
 */
async function mountDisk(folder: string, megabytes: number): Promise<void> {
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
}
