import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { checkAddress, withPassword } from './address.ts'
import { connect, type Db } from './index.ts'
import { fillLanguages } from './languages.ts'
import { retryWhileBusy } from './locks.ts'
import { guardMoves } from './moves.ts'
import { configureOwner, grantRoles, prepareRoles } from './roles.ts'
import { requireVersion } from './session.ts'

/**
 * Applies all missing migrations in order; several processes may do so at once. The previous release keeps running
 * during the migrations. So a migration only adds columns, tables and data. A later release drops what only old code
 * needs.
 * @param url URL of the database for its owner
 * @param app_url URL for the running processes, whose role gets its rights; if the role is the owner, no rights are set
 * @returns names of the applied migrations
 * @throws if the database has other migrations than this release
 */
export async function migrate(url: string, app_url = url): Promise<string[]> {
  const db = connect(url, { max: 1, name: 'otklik-migrate' })
  try {
    await requireVersion(db)
    await configureOwner(db)
    await prepareRoles(db, app_url)
    const migrationFolder = path.join(import.meta.dirname, 'migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    const migrator = new Migrator({ db, provider })
    const appliedNames = await applyAll(migrator, db)
    await retryWhileBusy(db, () => fillLanguages(db))
    await retryWhileBusy(db, () => guardMoves(db))
    await retryWhileBusy(db, () => grantRoles(db, app_url))
    return appliedNames
  } finally {
    await db.destroy()
  }
}

/** Applies each migration in a transaction of its own, so that its locks do not last until the last one is applied. */
async function applyAll(migrator: Migrator, db: Db): Promise<string[]> {
  const appliedNames: string[] = []
  for (;;) {
    const names = await retryWhileBusy(db, async () => {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw foreignDatabase(error) ?? error
      return results.map((result) => result.migrationName)
    })
    if (names.length === 0) return appliedNames
    appliedNames.push(...names)
  }
}

/**
 * Part of Kysely's error message for a database of a release before v0.2.0: its first migration has a name that no later
 * release has.
 */
const oldReleaseErrorPart = '0001-reference is missing'

/** Error for a database that another release has migrated. */
function foreignDatabase(error: unknown): Error | undefined {
  const reason = error instanceof Error ? error.message : ''
  if (!reason.startsWith('corrupted migrations')) return undefined
  if (reason.includes(oldReleaseErrorPart))
    return new Error(
      'This database is from before v0.2.0, whose migrations were written anew. Begin with an empty one: `npm start -- --fresh` forgets a private database, an installation needs a new one.',
      { cause: error },
    )
  return new Error(
    `This database was migrated by another release (${reason}). Run that release, or begin with an empty database.`,
    { cause: error },
  )
}

if (import.meta.main) {
  const env = process.env
  try {
    const url = withPassword(checkAddress('DATABASE_URL', env.DATABASE_URL), env.POSTGRES_APP_PASSWORD)
    const owner_url = checkAddress('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL || url)
    const appliedNames = await migrate(owner_url, url)
    process.stdout.write(appliedNames.length ? `applied ${appliedNames.join(', ')}\n` : 'nothing to apply\n')
  } catch (error) {
    // The error's message has an explanation for the operator and the text from Postgres. A stack would not help.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
