import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { answerTo } from './cells.ts'
import type { AccessSetup } from './setup.ts'
import { readTables, readWritten, rowsOf, type TableNow, type TableRow } from './tables.ts'

/** The outcome of a request, with the rows that it added to and removed from the seed. */
export type Effects = { outcome: string; text: string; came: TableRow[]; went: TableRow[]; start: TableRow[] }
/** The seed before any request. */
export type Start = { tables: TableNow[]; rows: TableRow[] }

export async function readStart(setup: AccessSetup): Promise<Start> {
  const tables = await readTables(setup.api.ctx.db)
  return { tables, rows: rowsOf(tables) }
}

/** Sequences do not roll back with a transaction. Resetting them gives each request the same ids. */
async function holdCounters(owner: Db, db: Db): Promise<number> {
  const number = sql<{ xid: number }>`select pg_current_xact_id()::text::bigint % 4294967296 as xid`
  const [{ rows }] = await Promise.all([
    number.execute(db),
    sql`select setval(seqrelid, 500000) from pg_sequence`.execute(owner),
  ])
  return rows[0]?.xid ?? 0
}

function gone(start: TableNow[], now: TableNow[]): TableRow[] {
  const leftIn = new Map(now.map(({ table, addresses }) => [table, addresses]))
  return start.flatMap(({ table, addresses, came }) => {
    const left = leftIn.get(table) ?? addresses
    if (left === addresses) return []
    const standing = new Set(left.split(' '))
    return came.filter(({ address }) => !standing.has(address)).map(({ row }) => ({ table, row }))
  })
}

export async function effectsOf(setup: AccessSetup, start: Start, request: InjectOptions): Promise<Effects> {
  return setup.inCopy(async () => {
    const { db } = setup.api.ctx
    const since = await holdCounters(setup.api.owner, db)
    const { outcome, text } = await answerTo(setup, request)
    const now = await readWritten(db, since)
    return { outcome, text, came: rowsOf(now), went: gone(start.tables, now), start: start.rows }
  })
}

/** Columns that hold a row's owner. */
const owning = [
  'user_id',
  'owner_id',
  'author_id',
  'payer_id',
  'reporter_id',
  'sender_id',
  'opened_by',
  'actor_id',
]
/** Columns that refer to a parent row, with the parent's table. */
const parents: Record<string, string> = {
  listing_id: 'listings',
  response_id: 'responses',
  room_id: 'chat_rooms',
  payment_id: 'payments',
  report_id: 'reports',
}
/** Events and logs belong to no person: their payloads hold only ids. */
const logs = ['events', 'event_tasks', 'audit_log', 'idempotency_keys', 'tags']

/** Changed rows that do not belong to the person. */
export function foreignIn({ came, went, start }: Effects, person_id: number): TableRow[] {
  const isOwn = ({ table, row }: TableRow): boolean =>
    (table === 'users' && row.id === person_id) || owning.some((column) => row[column] === person_id)
  const own = new Set([...start, ...came].filter(isOwn).map(({ table, row }) => `${table} ${row.id}`))
  const isPart = ({ row }: TableRow) =>
    Object.entries(parents).some(([column, table]) => own.has(`${table} ${row[column]}`))
  return [...came, ...went].filter((row) => !logs.includes(row.table) && !isOwn(row) && !isPart(row))
}

/** The identity of a row, independent of its other values. */
export const nameOf = ({ table, row }: TableRow) =>
  `${table} ${row.id ?? row.listing_id ?? row.room_id ?? ''} ${row.user_id ?? ''}`

/** Rows without the values that differ between two equal requests: timestamps and random strings. */
export function lasting(rows: TableRow[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(row)
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)/g, '<moment>')
        .replaceAll(/(?<=[":/=])[\w-]{24,}/g, '<random>')
        .replaceAll(/"\\\\x[0-9a-f]+"/g, '"<bytes>"')
        .replaceAll(/Expiration[\w.%:-]*|(?<=Date=)[^&"]*/g, '<moment>'),
    )
    .sort()
}
