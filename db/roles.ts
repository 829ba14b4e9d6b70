import { sql } from 'kysely'
import type { Db } from './index.ts'

/**
 * Tables in which the running processes may add rows but not change them. Rows of the ledger are added by triggers
 * only.
 */
const appendOnly = ['payment_events', 'payment_notices', 'audit_log', 'ledger_entries', 'tariffs']

/**
 * Session settings of all roles, including the owner: times in UTC, and no parallel workers. For tables of a million
 * rows or more, Postgres would use workers, but starting workers takes longer than our queries.
 */
const commonSettings = { timezone: 'UTC', max_parallel_workers_per_gather: '0' }

/** Further settings of the running processes and of the reading role, so that no query blocks others for long. */
const timeouts = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' }

/** Configures the owner's future sessions in this database, and the current session, which runs the migrations. */
export async function configureOwner(owner: Db): Promise<void> {
  await setForRole(owner, await currentRole(owner), commonSettings, 'here')
  await sql`set timezone = 'UTC'`.execute(owner)
}

/**
 * Creates the role of the running processes before the migrations, and grants it access to all tables that the owner
 * will create. The previous release runs during the migrations, and its writes fire triggers on new tables.
 * @throws with the SQL for an administrator if the owner may not create roles
 */
export async function prepareRoles(owner: Db, app_url: string): Promise<void> {
  const app = await appRole(owner, app_url)
  if (!app) return
  await makeRole(owner, app.name, `login password ${quoteText(app.password)}`)
  await makeRole(owner, 'otklik_reader', 'nologin')
  const role = sql.id(app.name)
  await sql`
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role}`.execute(owner)
}

/**
 * Grants the role of the running processes exactly the rights that they need: no ownership, no change of append-only
 * tables, no deletion of payments. The role `otklik_reader` can only read; an administrator may give it a login to look
 * at data. Called after each migration, because new tables need grants.
 */
export async function grantRoles(owner: Db, app_url: string): Promise<void> {
  const app = await appRole(owner, app_url)
  if (!app) return
  await owner.transaction().execute(async (tx) => {
    const role = sql.id(app.name)
    const reader = sql.id('otklik_reader')
    await sql`
      grant usage on schema public to ${role}, ${reader};
      grant select on all tables in schema public to ${role}, ${reader};
      grant insert, update, delete on all tables in schema public to ${role};
      grant usage, select on all sequences in schema public to ${role};
      revoke all on user_phones, sessions from ${reader};
      revoke update, delete, truncate on ${sql.join(appendOnly.map((table) => sql.table(table)))} from ${role};
      revoke insert on ledger_entries from ${role};
      revoke delete, truncate on payments from ${role};
      revoke update, truncate on credits from ${role};
      grant update (spent_payment_id) on credits to ${role};
      revoke insert, update, delete on demo_mark, kysely_migration, kysely_migration_lock from ${role};
    `.execute(tx)
  })
  for (const role of [app.name, 'otklik_reader'])
    await setForRole(owner, role, { ...commonSettings, ...timeouts }, 'everywhere')
}

/** Returns the role of the running processes; undefined if the processes run as the owner. */
async function appRole(owner: Db, app_url: string): Promise<{ name: string; password: string } | undefined> {
  const { username, password } = new URL(app_url)
  const name = decodeURIComponent(username)
  return !name || name === (await currentRole(owner))
    ? undefined
    : { name, password: decodeURIComponent(password) }
}

async function currentRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

async function makeRole(owner: Db, name: string, kind: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(owner)
  if (rows.length > 0) return
  const statement = sql`create role ${sql.id(name)} ${sql.raw(kind)}`
  await statement.execute(owner).catch((error: { code?: string }) => {
    // Another installation on this database server may create the same role at the same moment.
    if (error.code === '42710' || error.code === '23505') return
    if (error.code !== '42501') throw error
    throw new Error(
      `The owner of the database may not create roles. Ask an administrator to run: create role "${name}" ${kind.replace(/'.*'/, "'…'")}; then migrate again.`,
    )
  })
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Session settings, keyed by Postgres's names. */
export type Settings = Record<string, string>

/**
 * Sets default session settings of a role, so that connections need not set them. Settings that already apply are
 * skipped, because an administrator may have set them for an owner without the right to do so.
 * @param scope all databases of the server, or this one
 * @throws with the SQL for an administrator if the owner may not alter the role
 */
async function setForRole(
  db: Db,
  role: string,
  settings: Settings,
  scope: 'everywhere' | 'here',
): Promise<void> {
  const currentSettings = await settingsOf(db, role)
  const missingSettings = Object.entries(settings).filter(
    ([name, value]) => !currentSettings.has(`${name}=${value}`),
  )
  const scopeClause = scope === 'here' ? sql`in database ${sql.id(await databaseName(db))} ` : sql``
  const statements = missingSettings.map(
    ([name, value]) => sql`alter role ${sql.id(role)} ${scopeClause}set ${sql.id(name)} = ${sql.lit(value)}`,
  )
  for (const statement of statements)
    await statement.execute(db).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      const statementText = statements.map((statement) => statement.compile(db).sql).join('; ')
      throw new Error(
        `The owner of the database may not alter the role. Ask an administrator to run: ${statementText}; then migrate again.`,
      )
    })
}

/** Returns the settings of the role that apply in this database, each as `name=value`. */
async function settingsOf(db: Db, role: string): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select unnest(setconfig) as pair from pg_db_role_setting
    where setrole = (select oid from pg_roles where rolname = ${role})
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))`.execute(db)
  // Postgres stores the setting `timezone` as TimeZone.
  return new Set(rows.map(({ pair }) => pair.replace('TimeZone=', 'timezone=')))
}

async function databaseName(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name ?? ''
}
