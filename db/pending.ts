import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * Migrations that this release has and the database lacks, and migrations that the database has and this release lacks.
 */
export async function compareMigrations(db: Db): Promise<{ pending: string[]; unknown: string[] }> {
  const files = await readdir(path.join(import.meta.dirname, 'migrations'))
  const ownMigrations = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  const { rows: known } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  const { rows } = known.length
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] }
  const appliedNames = new Set(rows.map(({ name }) => name))
  return {
    pending: ownMigrations.filter((name) => !appliedNames.has(name)).sort(),
    unknown: [...appliedNames].filter((name) => !ownMigrations.includes(name)).sort(),
  }
}
