import { sql } from 'kysely'
import type { Db } from './index.ts'
import { setForRole } from './role-settings.ts'

/** Tables whose rows are never changed and never go; those of the ledger are written by the database alone. */
const appendOnly = ['payment_events', 'payment_notices', 'audit_log', 'ledger_entries', 'tariffs']

/**
 * How every session of the product behaves, the owner's too: times are read in UTC, and starting parallel workers
 * takes longer than any of our questions, while Postgres tries it from a million rows on.
 */
const common = { timezone: 'UTC', max_parallel_workers_per_gather: '0' }

/** How those behave besides whose questions must hold nobody up: the running processes, and whoever only looks. */
const patience = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '30s' }

/** Sets up the owner's sessions: the later ones in this database, and this one, which migrates. */
export async function configureOwner(owner: Db): Promise<void> {
  await setForRole(owner, await nameOf(owner), common, 'here')
  await sql`set timezone = 'UTC'`.execute(owner)
}

/**
 * Makes the role of the running processes before anything is migrated, and lets it use what is made from now on: the
 * release before goes on meanwhile, and its writes meet the triggers of tables that are new to it.
 * @throws when the owner may not make the role: the message says what an administrator has to run
 */
export async function prepareRoles(owner: Db, app_url: string): Promise<void> {
  const app = await appOf(owner, app_url)
  if (!app) return
  await makeRole(owner, app.name, `login password ${quoted(app.password)}`)
  await makeRole(owner, 'otklik_reader', 'nologin')
  const role = sql.id(app.name)
  await sql`
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage, select on sequences to ${role}`.execute(owner)
}

/**
 * Gives the role of the running processes what they need and no more: no tables of its own, nothing append-only
 * changed, no payment taken away. The role `otklik_reader` may only read, and no longer than those do; an operator who
 * wants to look gives it a login. Repeated after each migration, because new tables come with it.
 */
export async function grantRoles(owner: Db, app_url: string): Promise<void> {
  const app = await appOf(owner, app_url)
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
    await setForRole(owner, role, { ...common, ...patience }, 'everywhere')
}

/** Who the processes are, or nobody when they are the owner. */
async function appOf(owner: Db, app_url: string): Promise<{ name: string; password: string } | undefined> {
  const { username, password } = new URL(app_url)
  const name = decodeURIComponent(username)
  return !name || name === (await nameOf(owner))
    ? undefined
    : { name, password: decodeURIComponent(password) }
}

async function nameOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]?.role ?? ''
}

async function makeRole(owner: Db, name: string, kind: string): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(owner)
  if (rows.length > 0) return
  const statement = sql`create role ${sql.id(name)} ${sql.raw(kind)}`
  await statement.execute(owner).catch((error: { code?: string }) => {
    // Another installation on this server has made it in between.
    if (error.code === '42710' || error.code === '23505') return
    if (error.code !== '42501') throw error
    throw new Error(
      `The owner of the database may not create roles. Ask an administrator to run: create role "${name}" ${kind.replace(/'.*'/, "'…'")}; then migrate again.`,
    )
  })
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
