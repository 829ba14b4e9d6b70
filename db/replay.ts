import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './index.ts'

const pollIntervalMs = 250

type Position = { at: number; lsn: number }

/**
 * Measures how far a replica lags behind the primary database. `isFresh` is true if everything committed `behindMs` ago
 * can be read on the replica; it becomes false if primary or replica does not answer. The polling starts with the first
 * call of `isFresh`, so that an unused replica is not polled.
 */
export function watchReplicaLag(primary: Db, replica: Db, behindMs: number) {
  const stopping = new AbortController()
  let positions: Position[] = []
  let readableAt = Number.NEGATIVE_INFINITY
  let followerLoop: Promise<void> | undefined

  async function readPositions(): Promise<void> {
    const at = performance.now()
    positions = [...positions, { at, lsn: await lsnOf(primary, sql`pg_current_wal_flush_lsn()`) }]
    const replayedLsn = await lsnOf(
      replica,
      sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`,
    )
    readableAt = positions.findLast(({ lsn }) => lsn <= replayedLsn)?.at ?? readableAt
    positions = positions.filter((position) => position.at > Math.max(readableAt, at - behindMs))
  }
  async function followReplica(): Promise<void> {
    while (!stopping.signal.aborted) {
      await readPositions().catch(() => {})
      await wait(pollIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  return {
    isFresh(): boolean {
      followerLoop ??= followReplica()
      return performance.now() - readableAt <= behindMs
    },
    async stop(): Promise<void> {
      stopping.abort()
      await followerLoop
    },
  }
}

/** Position in the WAL as a number; -1 if there is none. */
async function lsnOf(db: Db, lsn: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(pg_wal_lsn_diff(${lsn}, '0/0'), -1)::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? -1
}
