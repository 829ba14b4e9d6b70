import { sql } from 'kysely'
import type { z } from 'zod'
import type { RegisterImport } from '#contract/calls/admin-money-shapes.ts'
import type { Db } from '#db/index.ts'

export type Imported = z.output<typeof RegisterImport>

function select(db: Db) {
  const count = (verdict: string) =>
    sql<number>`(select count(*)::int from register_operations
      where import_id = register_imports.id and verdict = ${verdict})`
  return db
    .selectFrom('register_imports')
    .innerJoin('users', 'users.id', 'register_imports.imported_by')
    .select(['register_imports.id', 'imported_at', 'covers_from', 'covers_to', 'operations', 'missing'])
    .select('users.full_name as imported_by')
    .select([
      count('matched').as('matched'),
      count('late').as('late'),
      count('surplus').as('surplus'),
      count('mismatched').as('mismatched'),
      count('returned_outside').as('returned_outside'),
    ])
}

/** Lists the latest imports of registers, newest first. */
export async function listImports(db: Db, limit: number): Promise<Imported[]> {
  const rows = await select(db).orderBy('register_imports.id', 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...row, is_repeated: false }))
}

export async function getImport(db: Db, id: number): Promise<Omit<Imported, 'is_repeated'>> {
  return select(db).where('register_imports.id', '=', id).executeTakeFirstOrThrow()
}
