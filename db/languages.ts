import { sql } from 'kysely'
import { languages, searchConfiguration } from '#contract/languages.ts'
import type { Db, Tx } from './index.ts'

/** Number of rows that one statement indexes anew. */
const sliceSize = 500

/**
 * Stores the languages of contract/languages.ts in the database at every migration, so that file and database stay
 * equal. A new search configuration gets its index of people, and listings and services are read anew. A migration that changes how texts are
 * indexed marks all languages as not indexed, and they are indexed anew. After an interruption, the next run continues
 * the indexing.
 */
export async function fillLanguages(owner: Db): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('otklik-languages'))`.execute(tx)
    await insertLanguages(tx)
    for (const configuration of await listNewConfigurations(tx)) await indexPeople(tx, configuration)
  })
  if ((await listNewConfigurations(owner)).length > 0) {
    await reindex(owner, 'listings', 'title')
    await reindex(owner, 'user_services', 'name')
  }
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

/** Search configurations that no indexed language uses yet. */
async function listNewConfigurations(db: Db): Promise<string[]> {
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

/**
 * Creates the search index of people anew, because the function `search_text` may have changed. The indexed expression
 * must match the query in services/users/people/search.ts.
 */
async function indexPeople(tx: Tx, configuration: string): Promise<void> {
  const index = sql.id(`users_search_${configuration}`)
  const newIndex = sql.id(`users_search_${configuration}_new`)
  await sql`
    create index ${newIndex} on users using gin (to_tsvector(${sql.lit(configuration)},
      search_text(full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, ''))))
  `.execute(tx)
  // Readers wait only for this part.
  await sql`drop index if exists ${index}`.execute(tx)
  await sql`alter index ${newIndex} rename to ${index}`.execute(tx)
}

/**
 * Rebuilds the search documents of all rows of a table: an update of their heading fires the trigger that builds the
 * document. The updates run in batches, so that no row is locked for long.
 */
async function reindex(owner: Db, table: 'listings' | 'user_services', heading: string): Promise<void> {
  const [rowsOf, column] = [sql.table(table), sql.ref(heading)]
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      with next as (select id from ${rowsOf} where id > ${last} order by id limit ${sliceSize})
      update ${rowsOf} row set ${column} = row.${column} from next where row.id = next.id
      returning row.id`.execute(owner)
    if (rows.length === 0) return
    last = Math.max(...rows.map(({ id }) => id))
  }
}
