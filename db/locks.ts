import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * Whoever waits for a lock on a table makes all wait who come after, so it gives up its place soon: before Postgres looks
 * for a deadlock after a second, or it would be a request of somebody's that ends.
 */
const placeMs = 400
/** Between two tries those who waited go first. */
const pauseMs = 500
/** A lock that is held for longer is somebody's forgotten transaction. */
const patienceMs = 5 * 60_000

/** What Postgres says when a lock did not come in time, or two waited for each other. */
const inTheWay = new Set(['55P03', '40P01'])

/**
 * Changes tables that others use: while they are busy it steps aside, lets all pass and tries again. What is done must be
 * safe to do twice.
 * @throws when a table was busy for five minutes
 */
export async function yielding<T>(owner: Db, act: () => Promise<T>): Promise<T> {
  await sql`select set_config('lock_timeout', ${String(placeMs)}, false)`.execute(owner)
  for (const deadline = Date.now() + patienceMs; ; await wait(pauseMs)) {
    try {
      return await act()
    } catch (error) {
      const { code } = error as { code?: string }
      if (!inTheWay.has(code ?? '') || Date.now() > deadline) throw error
    }
  }
}
