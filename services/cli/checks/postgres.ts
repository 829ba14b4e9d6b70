import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { listen } from '#db/index.ts'
import { compareMigrations } from '#db/pending.ts'
import { describeSession, requireVersion } from '#db/session.ts'
import type { Context } from '#services/core/context.ts'
import { bad, check, type Finding, ok, reasonOf } from './result.ts'

/**
 * Maximum difference in ms between the clock of this machine and that of Postgres. With a larger difference, sessions,
 * invoices and signed data expire at the wrong time.
 */
const maxClockDifferenceMs = 2000
const listenTimeoutMs = 3000

/** Checks the database: version, sessions, clock, migrations and notifications. */
export async function checkPostgres(ctx: Context): Promise<Finding[]> {
  try {
    await sql`select 1`.execute(ctx.probe)
  } catch (error) {
    const cure = 'Start Postgres, and look whether DATABASE_URL and POSTGRES_APP_PASSWORD are right.'
    return [bad('postgres', reasonOf(error), cure)]
  }
  return [
    await version(ctx),
    ...(await session(ctx)),
    await clock(ctx),
    await migrations(ctx),
    await notifications(ctx),
  ]
}

async function version({ db }: Context): Promise<Finding> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return requireVersion(db).then(
    () => ok('postgres', `version ${rows[0]?.version}`),
    (error) => bad('postgres', reasonOf(error), 'Move the data to Postgres 18 with pg_dump and pg_restore.'),
  )
}

async function session({ db }: Context): Promise<Finding[]> {
  const { role, time_zone, uses_utc, is_superuser, is_owner } = await describeSession(db)
  return [
    check(uses_utc, 'time zone', `sessions of ${role} are in UTC`, {
      bad: `sessions of ${role} are in ${time_zone}`,
      cure: `Run: alter role "${role}" set timezone = 'UTC'.`,
    }),
    check(!is_superuser && !is_owner, 'rights', `${role} may do what the processes need`, {
      warning: `${role} is ${is_superuser ? 'a superuser' : 'the owner of the tables'}, whom Postgres refuses nothing`,
      cure: 'Give DATABASE_URL a role of its own and DATABASE_OWNER_URL the owner, then migrate.',
    }),
  ]
}

async function clock({ db }: Context): Promise<Finding> {
  const askedAt = Date.now()
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const off = Math.round(Date.parse(rows[0]?.now ?? '') - (askedAt + Date.now()) / 2)
  return check(Math.abs(off) <= maxClockDifferenceMs, 'clock of postgres', `${off} ms beside ours`, {
    bad: `${off} ms beside ours`,
    cure: 'Let both machines keep their time by NTP (timedatectl).',
  })
}

async function migrations({ db }: Context): Promise<Finding> {
  const { pending, unknown } = await compareMigrations(db)
  if (unknown.length > 0)
    return bad(
      'migrations',
      `the database has ${unknown.at(-1)}, which this release does not know`,
      'Run the release that made it.',
    )
  return check(pending.length === 0, 'migrations', 'all applied', {
    bad: `missing: ${pending.join(', ')}`,
    cure: 'Run the service migrate (node db/migrate.ts).',
  })
}

/**
 * Checks that LISTEN receives notifications from Postgres. A connection pooler in transaction mode would prevent that.
 */
async function notifications({ config, db }: Context): Promise<Finding> {
  const channel = `otklik_doctor_${process.pid}`
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  const name = config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const notified = Promise.withResolvers<boolean>()
  const stop = listen(url, channel, (payload) => {
    // `listen` passes an empty payload once the subscription is active.
    if (payload === '') void sql`select pg_notify(${channel}, 'heard')`.execute(db).catch(() => {})
    else notified.resolve(true)
  })
  const isHeard = await Promise.race([notified.promise, wait(listenTimeoutMs, false, { ref: false })])
  await stop()
  return check(isHeard, 'pooler', `${name} hears notifications`, {
    bad: `${name} hears no notifications`,
    cure: 'Let DATABASE_DIRECT_URL lead past the pooler, to Postgres itself.',
  })
}
