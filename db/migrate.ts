import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { connect } from './index.ts'
import { fillLanguages } from './languages.ts'
import { guardMoves } from './moves.ts'
import { configureOwner, grantRoles } from './roles.ts'

/**
 * Applies, in order, every migration that the database does not have yet; safe to run by several processes at once.
 * Each one runs beside the code of the release before it: it adds and fills, and what only old code needs is dropped
 * by a later release.
 * @param url of the owner
 * @param app_url of the running processes, whose role gets its rights; nothing to do when it is the owner's
 * @returns the names applied now
 * @throws when the database has migrations that these do not begin with
 */
export async function migrate(url: string, app_url = url): Promise<string[]> {
  const db = connect(url, { max: 1, name: 'otklik-migrate' })
  try {
    await configureOwner(db)
    const migrationFolder = path.join(import.meta.dirname, 'migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    const migrator = new Migrator({ db, provider })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw foreign(error) ?? error
    await fillLanguages(db)
    await guardMoves(db)
    await grantRoles(db, app_url)
    return results.map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/** The words for a database that another release has migrated. */
function foreign(error: unknown): Error | undefined {
  const reason = error instanceof Error ? error.message : ''
  if (!reason.startsWith('corrupted migrations')) return undefined
  return new Error(
    `This database was migrated by another release (${reason}). Run that release, or begin with an empty database.`,
    { cause: error },
  )
}

if (import.meta.main) {
  const { DATABASE_URL: url, DATABASE_OWNER_URL = url } = process.env
  if (!url || !DATABASE_OWNER_URL) throw new Error('DATABASE_URL is not set')
  const applied = await migrate(DATABASE_OWNER_URL, url)
  process.stdout.write(applied.length ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n')
}
