import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { connect } from './index.ts'

/**
 * Applies every migration that the database does not have yet; safe to run by several processes at once.
 * @returns the names applied now
 */
export async function migrate(url: string): Promise<string[]> {
  const db = connect(url, { max: 1, name: 'otklik-migrate' })
  try {
    const migrationFolder = path.join(import.meta.dirname, 'migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    // Changes that were written side by side arrive in any order; none of them needs another's.
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    return results.map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set')
  const applied = await migrate(url)
  process.stdout.write(applied.length ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n')
}
