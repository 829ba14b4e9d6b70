import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'

export type TableRow = { table: string; row: Record<string, unknown> }
/** The physical addresses of all rows of a table, and the rows written since the transaction began. */
export type TableSnapshot = {
  table: string
  addresses: string
  added: { address: string; row: TableRow['row'] }[]
}

let names: string[] | undefined

/** Tables that the open transaction wrote to. Writes that were rolled back count too. */
async function writtenTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_xact_user_tables
    where schemaname = 'public' and n_tup_ins + n_tup_upd + n_tup_del > 0`.execute(db)
  return rows.map(({ name }) => name)
}

async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Reads the current rows of every table. */
export async function readTables(db: Db): Promise<TableSnapshot[]> {
  names ??= await tableNames(db)
  return readSnapshots(db, names, 0)
}

/**
 * The contents of the tables that this transaction wrote to.
 * @param transactionId number of the transaction
 */
export async function readWritten(db: Db, transactionId: number): Promise<TableSnapshot[]> {
  const tables = await writtenTables(db)
  return tables.length > 0 ? readSnapshots(db, tables, transactionId) : []
}

async function readSnapshots(db: Db, names: string[], transactionId: number): Promise<TableSnapshot[]> {
  const queries: RawBuilder<unknown>[] = names.map(
    (
      name,
    ) => sql`select ${sql.lit(name)} as table, coalesce(string_agg(ctid::text, ' ' order by ctid), '') as addresses,
      coalesce(jsonb_agg(jsonb_build_object('address', ctid::text, 'row', to_jsonb(t)))
        filter (where xmin::text::bigint >= ${sql.lit(transactionId)}), '[]') as added from ${sql.table(name)} t`,
  )
  return (await sql<TableSnapshot>`${sql.join(queries, sql` union all `)}`.execute(db)).rows
}

export function rowsOf(tables: TableSnapshot[]): TableRow[] {
  return tables.flatMap(({ table, added }) => added.map(({ row }) => ({ table, row })))
}

/** Returns a hash of all rows of all tables, which changes with any row. */
export async function digest(db: Db): Promise<string> {
  const lines = rowsOf(await readTables(db)).map((row) => JSON.stringify(row))
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
