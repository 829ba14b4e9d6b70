import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { connect, type Db } from '#db/index.ts'
import { watchReplicaLag } from '#db/replay.ts'
import type { Context } from '#services/core/context.ts'
import { bad, type Finding, ok, reasonOf, warning } from './result.ts'

const patienceMs = 3000

/** Checks that the replica, if configured, replicates this database with little delay. */
export async function checkReplica({ config, db, probe }: Context): Promise<Finding[]> {
  if (config.DATABASE_REPLICA_URL === undefined) return []
  const replica = connect(config.DATABASE_REPLICA_URL, { max: 1, queryTimeoutMs: patienceMs })
  try {
    const [primary, standby] = [await identify(db), await identify(replica)]
    if (!standby.is_standby || standby.server !== primary.server || standby.name !== primary.name)
      return [
        bad(
          'replica',
          standby.is_standby ? 'repeats another database' : 'repeats nothing',
          'Let DATABASE_REPLICA_URL lead to a streaming replica of the server of DATABASE_URL, or empty it.',
        ),
      ]
    return [await checkDelay(probe, replica)]
  } catch (error) {
    const cure =
      'Lists are read from the primary meanwhile. Start it, or look whether DATABASE_REPLICA_URL is right.'
    return [warning('replica', reasonOf(error), cure)]
  } finally {
    await replica.destroy()
  }
}

async function identify(db: Db) {
  const { rows } = await sql<{ server: string; name: string; is_standby: boolean }>`
    select system_identifier::text as server, current_database() as name, pg_is_in_recovery() as is_standby
    from pg_control_system()`.execute(db)
  return rows[0] as (typeof rows)[number]
}

async function checkDelay(probe: Db, replica: Db): Promise<Finding> {
  const { behindMs } = limits.replica
  const replay = watchReplicaLag(probe, replica, behindMs)
  const deadline = Date.now() + patienceMs
  while (!replay.isFresh() && Date.now() < deadline) await wait(100)
  const isFresh = replay.isFresh()
  await replay.stop()
  if (isFresh) return ok('replica', `less than ${behindMs} ms behind`)
  const cure =
    'Lists are read from the primary meanwhile. Look at pg_stat_replication there, and at the log of the replica.'
  return warning('replica', `more than ${behindMs} ms behind`, cure)
}
