import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { appAddress } from '#stand-ins/infra/postgres.ts'
import { hashOf } from '#stand-ins/launcher/builds.ts'

const root = new URL('../../..', import.meta.url).pathname

/**
 * Creates a database with all tables and reference data, once. Each test file later gets a copy of it, which takes 10
 * ms.
 */
export async function makeTemplate(admin: string): Promise<string> {
  const name = newName('otklik_tpl')
  await createDatabase(admin, name)
  await fillDatabase(databaseUrl(admin, name))
  await runStatement(admin, `alter database ${name} with is_template true allow_connections false`)
  return name
}

/**
 * Returns the template database of servers that keep running. Its name contains a hash of its sources. If the sources
 * have changed, a new template is made and the old ones are dropped.
 */
export async function keepTemplate(admin: string): Promise<string> {
  // The number of the day keeps the exchange rates of a template fresh; the product shows them for a week.
  const period = Math.floor(Date.now() / (3 * 86_400_000))
  const name = `otklik_kept_${(await hashOf(['db/**', 'contract/**'])).slice(0, 16)}_${period}`
  const templates = await listDatabases(admin, 'otklik_kept_%')
  if (templates.includes(name)) return name
  const fresh = await makeTemplate(admin)
  // Another test run may have made the same template at the same time.
  await runStatement(admin, `alter database ${fresh} rename to ${name}`).catch(() =>
    dropDatabase(admin, fresh),
  )
  for (const former of templates) await dropDatabase(admin, former)
  return name
}

/**
 * Fills an empty database as a new installation does: with tables, reference data and the role of the processes.
 * @param release folder of the release whose scripts are run
 */
export async function fillDatabase(url: string, release = root): Promise<void> {
  const env = { ...process.env, DATABASE_OWNER_URL: url, DATABASE_URL: appAddress(url) }
  for (const command of ['db/migrate.ts', 'db/seed.ts'])
    await promisify(execFile)(process.execPath, [command], { cwd: release, env })
  await markAsDemo(url)
  // Installations fetch their exchange rates; the ones in the sources are shown for a week after their date.
  await runStatement(url, 'update currencies set rate_date = current_date')
}

/**
 * Marks the database as a demo, as `npm start` does. The people of the Telegram stand-in are demo people even without
 * the demo market.
 */
export async function markAsDemo(owner_url: string): Promise<void> {
  await runStatement(
    owner_url,
    `do $$ begin
      if to_regclass('demo_mark') is not null then
        set local session_replication_role = replica;
        insert into demo_mark (staff) values (true) on conflict do nothing;
      end if;
    end $$`,
  )
}

export const newName = (prefix: string) => `${prefix}_${randomBytes(5).toString('hex')}`

export async function createDatabase(admin: string, name: string, template?: string): Promise<void> {
  await runStatement(admin, `create database ${name}${template ? ` template ${template}` : ''}`)
  // A copied database does not inherit the session settings of the template.
  await runStatement(admin, `alter database ${name} set timezone = 'UTC'`)
}

export async function dropDatabase(admin: string, name: string): Promise<void> {
  await runStatement(admin, `update pg_database set datistemplate = false where datname = '${name}'`)
  await runStatement(admin, `drop database if exists ${name} with (force)`)
}

export function databaseUrl(admin: string, name: string): string {
  const url = new URL(admin)
  url.pathname = `/${name}`
  return url.href
}

async function listDatabases(admin: string, pattern: string): Promise<string[]> {
  const { rows } = await runStatement(
    admin,
    `select datname from pg_database where datname like '${pattern}'`,
  )
  return rows.map(({ datname }) => datname)
}

async function runStatement(admin: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
