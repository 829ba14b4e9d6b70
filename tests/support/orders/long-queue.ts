import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

const words = (table: string) => sql<{ name: string }>`
  select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'id'
  order by ordinal_position`

/**
 * Copies rows of a table and changes some columns. Only the owner of the table may do this, because it bypasses the
 * triggers.
 */
async function copyRows(
  owner: Db,
  table: 'listings' | 'orders' | 'moderation_tasks',
  from: ReturnType<typeof sql>,
  changes: Record<string, ReturnType<typeof sql>>,
): Promise<number[]> {
  const columns = (await words(table).execute(owner)).rows.map(({ name }) => name)
  const values = columns.map((name) => changes[name] ?? sql.ref(`source.${name}`))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${from}
    returning ${sql.ref(table === 'orders' ? 'listing_id' : 'id')} as id`.execute(owner)
  return rows.map(({ id }) => id)
}

/** Adds orders to the moderators' queue. They are copies of the order with this title, each one minute newer. */
export async function addQueueEntries(owner: Db, title: string, count: number): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const source = sql`(select * from listings where title = ${title} limit 1)`
    const ids = await copyRows(
      tx,
      'listings',
      sql`${source} source, generate_series(1, ${count}::int) copy`,
      {
        title: sql`'Заказ из очереди ' || copy`,
      },
    )
    const copyIds = sql`unnest(${ids}::bigint[]) with ordinality as copy(id, place)`
    const of = (table: string) =>
      sql`(select * from ${sql.table(table)} where listing_id = (select id from ${source} one) limit 1)`
    await copyRows(tx, 'orders', sql`${of('orders')} source, ${copyIds}`, { listing_id: sql`copy.id` })
    await copyRows(tx, 'moderation_tasks', sql`${of('moderation_tasks')} source, ${copyIds}`, {
      listing_id: sql`copy.id`,
      waiting_since: sql`source.waiting_since + copy.place * interval '1 minute'`,
      content: sql`jsonb_set(source.content, '{title}', to_jsonb('Заказ из очереди ' || copy.place))`,
    })
  })
}
