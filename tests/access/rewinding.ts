import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import { type Db, openPool } from '#db/index.ts'
import type { Database } from '#db/tables.ts'

/** A database with a single connection. All changes can be undone. */
export type Rewindable = { db: Db; begin(): Promise<void>; rewind(): Promise<void> }

type Query = (text: string, values?: unknown[]) => Promise<unknown>

/**
 * Read statements need no savepoint. A failing one changes nothing, and the test notices it because all later
 * statements fail.
 */
const selectPattern = /^(\/\*.*?\*\/)?\s*select\b/i

/**
 * Turns the product's transactions into savepoints of one transaction that is never committed. Each request starts with
 * the original data, at the cost of one round trip. Constraints deferred to commit are checked at the end of each
 * savepoint. A statement that fails outside a transaction rolls back alone, as in production.
 */
function nestTransactions(client: PoolClient): void {
  const query = client.query.bind(client) as unknown as Query
  let isInside = false
  const runInSavepoint = async (text: string, values?: unknown[]) => {
    await query('savepoint statement')
    try {
      const result = await query(text, values)
      await query('release savepoint statement')
      return result
    } catch (error) {
      await query('rollback to savepoint statement')
      throw error
    }
  }
  const nestedQuery: Query = async (text, values) => {
    if (/^(begin|start transaction)/.test(text)) {
      isInside = true
      return query('savepoint act')
    }
    if (text === 'commit') {
      await query('set constraints all immediate')
      await query('release savepoint act')
      isInside = false
      return query('set constraints all deferred')
    }
    if (text === 'rollback') {
      isInside = false
      return query('rollback to savepoint act')
    }
    return isInside || selectPattern.test(text) ? query(text, values) : runInSavepoint(text, values)
  }
  Object.assign(client, { query: nestedQuery, runRaw: query })
}

export function openRewindable(url: string): Rewindable {
  const pool = openPool(url, { max: 1 })
  pool.on('connect', nestTransactions)
  const runRaw = async (text: string) => {
    const client = (await pool.connect()) as PoolClient & { runRaw: Query }
    try {
      await client.runRaw(text)
    } finally {
      client.release()
    }
  }
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    begin: () => runRaw('begin'),
    rewind: () => runRaw('rollback'),
  }
}
