import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { appAddress } from '#stand-ins/infra/postgres.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { createDatabase, databaseUrl, dropDatabase, newName } from './infrastructure-databases.ts'

export interface Infrastructure {
  /** URL for the processes under test. Their database role owns no tables. */
  database_url: string
  /** URL of the same database for the owner of the tables, for changes that the product's role may not make. */
  owner_url: string
  redis_url: string
  /** Prefix of all Redis keys, queues and channels. The processes under test get it as REDIS_PREFIX. */
  redis_prefix: string
  release(): Promise<void>
}

/**
 * Takes a database with all tables and reference data, and a Redis prefix, for this caller alone. Must be called at the
 * top level of a test file or in `beforeAll`. Both are released at the end of the file.
 */
export async function takeInfrastructure(): Promise<Infrastructure> {
  const borrowed = await borrowInfrastructure()
  atEnd(borrowed.release)
  return borrowed
}

/** Like `takeInfrastructure`, but the caller releases the database and the prefix. */
export async function borrowInfrastructure(): Promise<Infrastructure> {
  const { admin_url, template, redis_url } = inject('infrastructure')
  const name = newName('otklik_test')
  await createDatabase(admin_url, name, template)
  const releaseInfrastructure = async () => {
    await Promise.all([dropDatabase(admin_url, name), forgetKeys(redis_url, name)])
  }
  const owner_url = databaseUrl(admin_url, name)
  return {
    owner_url,
    database_url: appAddress(owner_url),
    redis_url,
    redis_prefix: name,
    release: releaseInfrastructure,
  }
}

async function forgetKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url)
  try {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1000 }))
      if (keys.length > 0) await redis.unlink(...keys)
  } finally {
    redis.disconnect()
  }
}
