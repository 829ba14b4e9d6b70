import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * A waiting table lock blocks all later queries, so it is given up soon: before Postgres looks for deadlocks after a
 * second and possibly cancels somebody's request.
 */
const lockTimeoutMs = 400
/** Between two attempts the blocked queries run. */
const retryMs = 500
/** A lock held longer than this is a forgotten transaction. */
const maxWaitMs = 5 * 60_000

/** Postgres error codes: lock timeout, deadlock. */
const busyCodes = new Set(['55P03', '40P01'])

/**
 * Changes tables in use: while a table is busy, it gives up the lock, waits and retries. The act must be safe to
 * repeat.
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
