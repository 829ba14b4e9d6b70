import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'

export type TableRow = { table: string; row: Record<string, unknown> }
/** Where each row of a table stands, and the rows written since a transaction began. */
export type TableNow = { table: string; places: string; came: { place: string; row: TableRow['row'] }[] }

let names: string[] | undefined

async function tableNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'
    order by relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** What every table holds now, its rows since transaction `since`. */
export async function readTables(db: Db, since = 0): Promise<TableNow[]> {
  names ??= await tableNames(db)
  const parts: RawBuilder<unknown>[] = names.map(
    (
      name,
    ) => sql`select ${sql.lit(name)} as table, coalesce(string_agg(ctid::text, ' ' order by ctid), '') as places,
      coalesce(jsonb_agg(jsonb_build_object('place', ctid::text, 'row', to_jsonb(t)))
        filter (where xmin::text::bigint >= ${sql.lit(since)}), '[]') as came from ${sql.table(name)} t`,
  )
  return (await sql<TableNow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}

export function rowsOf(tables: TableNow[]): TableRow[] {
  return tables.flatMap(({ table, came }) => came.map(({ row }) => ({ table, row })))
}

/** A short word that changes with any row. */
export async function digest(db: Db): Promise<string> {
  const lines = rowsOf(await readTables(db)).map((row) => JSON.stringify(row))
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}
