import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'

export type TableRow = { table: string; row: Record<string, unknown> }

let query: RawBuilder<TableRow> | undefined

/** One statement that reads every row of every table. */
async function reading(db: Db): Promise<RawBuilder<TableRow>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely_%'
    order by relname`.execute(db)
  const parts = rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as table, to_jsonb(t) as row from ${sql.table(name)} t`,
  )
  return sql`${sql.join(parts, sql` union all `)}`
}

/** Everything that the database holds. */
export async function readTables(db: Db): Promise<TableRow[]> {
  query ??= await reading(db)
  return (await query.execute(db)).rows
}

/** A short word that changes with any row. */
export async function digest(db: Db): Promise<string> {
  const lines = (await readTables(db)).map((row) => JSON.stringify(row)).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
