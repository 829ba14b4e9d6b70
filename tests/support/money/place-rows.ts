import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Database } from '#db/tables.ts'

type Table = 'listings' | 'responses' | 'payments' | 'moderation_tasks'
type Row<T extends Table> = Partial<Selectable<Database[T]>>

/**
 * Sets columns to values that no permitted state change leads to. Only the owner of the tables can do this. Only the
 * trigger that checks state changes is disabled.
 */
export async function placeRows<T extends Table>(
  owner: Db,
  table: T,
  where: Row<T>,
  columns: Row<T>,
): Promise<void> {
  const [name, guard] = [sql.table(table), sql.id(`${table}_moves`)]
  const pairs = (row: object) => Object.entries(row).map(([key, value]) => sql`${sql.id(key)} = ${value}`)
  await owner.transaction().execute(async (tx) => {
    await sql`alter table ${name} disable trigger ${guard}`.execute(tx)
    const condition = sql.join([sql`true`, ...pairs(where)], sql` and `)
    await sql`update ${name} set ${sql.join(pairs(columns))} where ${condition}`.execute(tx)
    // Checks the deferred constraints at once. Postgres cannot enable a trigger while such a check is pending.
    await sql`set constraints all immediate`.execute(tx)
    await sql`alter table ${name} enable trigger ${guard}`.execute(tx)
  })
}
