import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { answerTo } from './cells.ts'
import type { AccessSetup } from './setup.ts'
import { readTables, readWritten, rowsOf, type TableRow, type TableSnapshot } from './tables.ts'

/** The outcome of a request, with the rows that it added to the seed data and removed from them. */
export type Effects = {
  outcome: string
  text: string
  addedRows: TableRow[]
  removedRows: TableRow[]
  seedRows: TableRow[]
}
/** The seed data before any request. */
export type SeedState = { tables: TableSnapshot[]; rows: TableRow[] }

export async function readSeedState(setup: AccessSetup): Promise<SeedState> {
  const tables = await readTables(setup.api.ctx.db)
  return { tables, rows: rowsOf(tables) }
}

/** A rollback does not reset sequences. They are reset here, so that each request creates the same ids. */
async function resetSequences(owner: Db, db: Db): Promise<number> {
  const number = sql<{ xid: number }>`select pg_current_xact_id()::text::bigint % 4294967296 as xid`
  const [{ rows }] = await Promise.all([
    number.execute(db),
    sql`select setval(seqrelid, 500000) from pg_sequence`.execute(owner),
  ])
  return rows[0]?.xid ?? 0
}

function findRemovedRows(seedRows: TableSnapshot[], writtenTables: TableSnapshot[]): TableRow[] {
  const addressesNow = new Map(writtenTables.map(({ table, addresses }) => [table, addresses]))
  return seedRows.flatMap(({ table, addresses, added }) => {
    const currentAddresses = addressesNow.get(table) ?? addresses
    if (currentAddresses === addresses) return []
    const remainingAddresses = new Set(currentAddresses.split(' '))
    return added.filter(({ address }) => !remainingAddresses.has(address)).map(({ row }) => ({ table, row }))
  })
}

export async function effectsOf(
  setup: AccessSetup,
  seedRows: SeedState,
  request: InjectOptions,
): Promise<Effects> {
  return setup.withRollback(async () => {
    const { db } = setup.api.ctx
    const transactionId = await resetSequences(setup.api.owner, db)
    const { outcome, text } = await answerTo(setup, request)
    const writtenTables = await readWritten(db, transactionId)
    return {
      outcome,
      text,
      addedRows: rowsOf(writtenTables),
      removedRows: findRemovedRows(seedRows.tables, writtenTables),
      seedRows: seedRows.rows,
    }
  })
}

/** Columns that contain the owner of a row. */
const ownerColumns = [
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
const parentTables: Record<string, string> = {
  listing_id: 'listings',
  response_id: 'responses',
  room_id: 'chat_rooms',
  payment_id: 'payments',
  report_id: 'reports',
}
/** Events and logs do not belong to a person, because their payloads contain only ids. */
const logTables = ['events', 'event_tasks', 'audit_log', 'idempotency_keys', 'tags']

/** Changed rows that do not belong to the person. */
export function findForeignRows(
  { addedRows, removedRows, seedRows }: Effects,
  person_id: number,
): TableRow[] {
  const isOwn = ({ table, row }: TableRow): boolean =>
    (table === 'users' && row.id === person_id) || ownerColumns.some((column) => row[column] === person_id)
  const ownRows = new Set(
    [...seedRows, ...addedRows].filter(isOwn).map(({ table, row }) => `${table} ${row.id}`),
  )
  const isChildOfOwn = ({ row }: TableRow) =>
    Object.entries(parentTables).some(([column, table]) => ownRows.has(`${table} ${row[column]}`))
  return [...addedRows, ...removedRows].filter(
    (row) => !logTables.includes(row.table) && !isOwn(row) && !isChildOfOwn(row),
  )
}

/** Identifies a row by its table and keys, independent of its other values. The id of a message is random. */
export const nameOf = ({ table, row }: TableRow) =>
  `${table} ${(table === 'deliveries' ? row.kind : row.id) ?? row.listing_id ?? row.room_id ?? ''} ${row.user_id ?? ''}`

/** Rows without the values that differ between two equal requests: timestamps and random strings. */
export function withoutVolatileValues(rows: TableRow[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(row)
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)/g, '<moment>')
        .replaceAll(/(?<=[":/=])[\w-]{24,}/g, '<random>')
        // A moment in milliseconds at the end of a key.
        .replaceAll(/:1\d{12}(?=")/g, ':<moment>')
        .replaceAll(/"\\\\x[0-9a-f]+"/g, '"<bytes>"')
        .replaceAll(/Expiration[\w.%:-]*|(?<=Date=)[^&"]*/g, '<moment>'),
    )
    .sort()
}
