import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { checkAddress, withPassword } from './address.ts'
import { connect, type Db } from './index.ts'
import { fillLanguages } from './languages.ts'
import { yielding } from './locks.ts'
import { guardMoves } from './moves.ts'
import { configureOwner, grantRoles, prepareRoles } from './roles.ts'
import { demandVersion } from './session.ts'

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
    await demandVersion(db)
    await configureOwner(db)
    await prepareRoles(db, app_url)
    const migrationFolder = path.join(import.meta.dirname, 'migrations')
    const provider = new FileMigrationProvider({ fs, path, migrationFolder })
    const migrator = new Migrator({ db, provider })
    const applied = await applyAll(migrator, db)
    await yielding(db, () => fillLanguages(db))
    await yielding(db, () => guardMoves(db))
    await yielding(db, () => grantRoles(db, app_url))
    return applied
  } finally {
    await db.destroy()
  }
}

/** Each in a transaction of its own, so that nobody waits for the locks of one until all others are through. */
async function applyAll(migrator: Migrator, db: Db): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const names = await yielding(db, async () => {
      const { error, results = [] } = await migrator.migrateUp()
      if (error) throw foreign(error) ?? error
      return results.map((result) => result.migrationName)
    })
    if (names.length === 0) return applied
    applied.push(...names)
  }
}

/** The first migration until v0.2.0. Every database from before has it, and none since. */
const firstBefore = '0001-reference is missing'

/** The words for a database that another release has migrated. */
function foreign(error: unknown): Error | undefined {
  const reason = error instanceof Error ? error.message : ''
  if (!reason.startsWith('corrupted migrations')) return undefined
  if (reason.includes(firstBefore))
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
    const applied = await migrate(owner_url, url)
    process.stdout.write(applied.length ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n')
  } catch (error) {
    // An operator reads this: the sentence, and what Postgres said; the stack helps nobody here.
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
