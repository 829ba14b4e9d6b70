import { sql } from 'kysely'
import type { Db } from './index.ts'

/** Session settings by Postgres's names. */
export type Settings = Record<string, string>

/**
 * Sets default session settings of a role, so that connections need not set them. Settings already in force are
 * skipped: an administrator may have set them where we are not allowed to.
 * @param scope all databases of the server, or this one
 * @throws with the SQL for an administrator if the role may not be altered
 */
export async function setForRole(
  db: Db,
  role: string,
  settings: Settings,
  scope: 'everywhere' | 'here',
): Promise<void> {
  const held = await settingsOf(db, role)
  const missing = Object.entries(settings).filter(([name, value]) => !held.has(`${name}=${value}`))
  const place = scope === 'here' ? sql`in database ${sql.id(await databaseName(db))} ` : sql``
  const statements = missing.map(
    ([name, value]) => sql`alter role ${sql.id(role)} ${place}set ${sql.id(name)} = ${sql.lit(value)}`,
  )
  for (const statement of statements)
    await statement.execute(db).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      const wanted = statements.map((each) => each.compile(db).sql).join('; ')
      throw new Error(
        `The owner of the database may not alter the role. Ask an administrator to run: ${wanted}; then migrate again.`,
      )
    })
}

/** `name=value` pairs in force for the role in this database. */
async function settingsOf(db: Db, role: string): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select unnest(setconfig) as pair from pg_db_role_setting
    where setrole = (select oid from pg_roles where rolname = ${role})
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))`.execute(db)
  // Postgres spells it TimeZone.
  return new Set(rows.map(({ pair }) => pair.replace('TimeZone=', 'timezone=')))
}

async function databaseName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name ?? ''
}
