import { sql } from 'kysely'
import type { Topic } from '#services/core/records/events.ts'
import { categories } from '#tests/support/orders/sample.ts'
import type { RaceSetup } from './setup.ts'

/** Inserts rows directly into the tables, before a race. */

export async function insertListing(
  { workers: [ctx] }: RaceSetup,
  author_id: number,
  columns: { status?: 'moderation' | 'draft'; response_stake?: number } = {},
): Promise<number> {
  const status = columns.status ?? 'published'
  const { id } = await ctx.db
    .insertInto('listings')
    .values({
      kind: 'order',
      author_id,
      title: 'Сайт кофейни',
      category_id: categories.own,
      price: 2_500_000,
      payment_format: 'fixed',
      content_hash: crypto.randomUUID(),
      published_at: status === 'published' ? ctx.now().toISOString() : null,
      ...columns,
      status,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subtitle = 'Нужен сайт с меню, картой и формой брони столика.'
  await ctx.db.insertInto('orders').values({ listing_id: id, subtitle }).execute()
  return id
}

export async function insertResponse(
  { workers: [ctx] }: RaceSetup,
  listing_id: number,
  { user_id, is_boosted = false }: { user_id: number; is_boosted?: boolean },
): Promise<number> {
  const boost = { response_type: 20 as const, boosted_at: ctx.now().toISOString() }
  const { id } = await ctx.db
    .insertInto('responses')
    .values({ listing_id, user_id, response_text: 'Сделаю за неделю.', ...(is_boosted && boost) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countEvents(
  { workers: [{ db }] }: RaceSetup,
  topic: Topic,
  payload: Record<string, number>,
): Promise<number> {
  const { told } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('topic', '=', topic)
    .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
    .executeTakeFirstOrThrow()
  return told
}
