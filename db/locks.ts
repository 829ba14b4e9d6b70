import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * Longest wait for a table lock. A waiting lock request blocks all later queries on the table. The wait ends before
 * Postgres looks for deadlocks, after a second, and possibly cancels somebody's request.
 */
const lockTimeoutMs = 400
/** Pause between two attempts to lock a table, in which the blocked queries run. */
const retryMs = 500
/**
 * Time after which a migration gives up waiting for a table lock. A transaction that holds a lock longer was probably
 * forgotten.
 */
const maxWaitMs = 5 * 60_000

/** Postgres error codes of a lock timeout and of a deadlock. */
const busyCodes = new Set(['55P03', '40P01'])

/**
 * Runs an act that changes tables in use. While a table is busy, the act is cancelled and repeated after a pause, so it
 * must be safe to repeat.
 * @throws if a table is busy for five minutes
 */
export async function retryWhileBusy<T>(owner: Db, act: () => Promise<T>): Promise<T> {
  await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(owner)
  for (const deadline = Date.now() + maxWaitMs; ; await wait(retryMs)) {
    try {
      return await act()
    } catch (error) {
      const { code } = error as { code?: string }
      if (!busyCodes.has(code ?? '') || Date.now() > deadline) throw error
    }
  }
}
