import { sql } from 'kysely'
import { languages, searchConfiguration } from '#contract/languages.ts'
import type { Db, Tx } from './index.ts'

/** Listings whose words are read anew at once. */
const slice = 500

/**
 * Gives the database the languages of contract/languages.ts. Repeated at each migration, so that the two never differ;
 * where a language brings a way of reading words that was not here, people and listings are indexed by it, and a run
 * that was cut short goes on with that.
 */
export async function fillLanguages(owner: Db): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('otklik-languages'))`.execute(tx)
    await insertLanguages(tx)
    for (const configuration of await listNew(tx)) await indexPeople(tx, configuration)
  })
  if ((await listNew(owner)).length > 0) await readListingsAnew(owner)
  await owner.updateTable('languages').set({ is_indexed: true }).where('is_indexed', '=', false).execute()
}

async function insertLanguages(tx: Tx): Promise<void> {
  await tx
    .insertInto('languages')
    .values(languages.map((code) => ({ code, search: searchConfiguration[code] })))
    .onConflict((on) =>
      on
        .column('code')
        .doUpdateSet((eb) => ({ search: eb.ref('excluded.search'), is_indexed: false }))
        .whereRef('languages.search', '<>', 'excluded.search'),
    )
    .execute()
}

/** Configurations that no indexed language has yet. */
async function listNew(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('languages')
    .select('search')
    .distinct()
    .where('is_indexed', '=', false)
    .where('search', 'not in', (eb) =>
      eb.selectFrom('languages').select('search').where('is_indexed', '=', true),
    )
    .execute()
  return rows.map(({ search }) => search)
}

/** The expression of services/users/people/search.ts. */
async function indexPeople(tx: Tx, configuration: string): Promise<void> {
  await sql`
    create index if not exists ${sql.id(`users_text_${configuration}`)} on users using gin
      (to_tsvector(${sql.lit(configuration)}, full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, '')))
  `.execute(tx)
}

/** The trigger of the title makes the document. Slice by slice, so that nobody waits for a row for long. */
async function readListingsAnew(owner: Db): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      with next as (select id from listings where id > ${last} order by id limit ${slice})
      update listings set title = title from next where listings.id = next.id returning listings.id`.execute(
      owner,
    )
    if (rows.length === 0) return
    last = Math.max(...rows.map(({ id }) => id))
  }
}
