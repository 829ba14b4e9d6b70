import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#db/migrate.ts'
import { seed } from '#db/seed.ts'
import { type Config, readConfig } from '#services/core/config/config.ts'
import { appAddress, startPostgres } from '#stand-ins/infra/postgres.ts'
import { removePostgres } from '#stand-ins/infra/postgres-home.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { type Environment, newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'

/**
 * Starts a Postgres with reference data and a Redis for the benchmark. Returns them with the environment of processes
 * that use them.
 */
export async function openServers(telegram_port = 9) {
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-bench-'))
  const postgres = await startPostgres(path.join(folder, 'postgres'))
  const redis = await startRedis(path.join(folder, 'redis'), undefined, { throwaway: true })
  const database_url = appAddress(postgres.url)
  await migrate(postgres.url, database_url)
  await seed(postgres.url, {})
  const deployment = {
    database_url,
    redis_url: redis.url,
    secrets: newSecrets(),
    people_file: '',
  }
  const env: Environment = {
    ...productEnvironment({ ...deployment, api_port: 9, telegram_port, robokassa_port: 9 }),
    LOG_LEVEL: 'info',
  }
  const config: Config = readConfig({ ...env, LOG_LEVEL: 'silent' })
  return {
    folder,
    env,
    config,
    /** Database URL of the owner of the tables. */
    owner_url: postgres.url,
    postgres_pid: postgres.process.pid ?? 0,
    redis_url: redis.url,
    async stop(): Promise<void> {
      await Promise.all([postgres.stop(), redis.stop()])
      await removePostgres(path.join(folder, 'postgres'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
