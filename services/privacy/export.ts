import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { personalData } from './personal-data.ts'

type Row = Record<string, unknown>

/** Puts the person's id as a parameter into an SQL condition of the catalogue of personal data. */
export function ofPerson(where: string, user_id: number) {
  return sql.join(
    where.split('$person').map((part) => sql.raw(part)),
    sql`${user_id}`,
  )
}

async function readRows(db: Db, source: (typeof personalData)[number], user_id: number): Promise<Row[]> {
  const columns = sql.join(source.columns.map((column) => sql.ref(column)))
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(source.table)}
    where ${ofPerson(source.where, user_id)} order by 1`.execute(db)
  return rows
}

/** All data about the caller by table, read from one snapshot of the database. */
export async function exportData(ctx: UserContext) {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const tables: Record<string, Row[]> = {}
      // A table may occur several times in the catalogue, once for each column that names the person.
      for (const source of personalData)
        if (source.columns.length)
          tables[source.table] = [
            ...(tables[source.table] ?? []),
            ...(await readRows(tx, source, ctx.viewer.id)),
          ]
      return { exported_at: ctx.now().toISOString(), tables }
    })
}
