import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Api } from '#tests/support/api/api.ts'

export type Respondent = {
  /** Number of responses, and number of those that were chosen. */
  sent: number
  chosen: number
  /** The person's chats and the median reply in them; no record without it. */
  record?: { talks: number; reply_minutes: number | null }
}

type Scene = {
  category_id: number
  /** Author of the listings that the people respond to. */
  author_id: number
  /** Time of the responses, ISO 8601. */
  at: string
}

let accounts = 7_100_000_000

/**
 * Inserts people of a category who responded to closed orders.
 * @returns ids of the people
 */
export async function insertRespondents(
  db: Db,
  { category_id, author_id, at }: Scene,
  respondents: Respondent[],
): Promise<number[]> {
  const ids: number[] = []
  for (const { sent, chosen, record } of respondents) {
    const account = ++accounts
    const { id } = await db
      .insertInto('users')
      .values({
        telegram_id: account,
        full_name: `Исполнитель ${account}`,
        category_id,
        is_contractor: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`with closed as (
        insert into listings (kind, status, author_id, executor_id, title, content_hash, published_at, chosen_at)
        select 'order', 'archived', ${author_id}, case when n <= ${chosen}::int then ${id}::bigint end, 'Старый заказ',
          gen_random_uuid()::text, ${at}::timestamptz, ${at}::timestamptz
        from generate_series(1, ${sent}::int) n returning id, executor_id)
      insert into responses (listing_id, user_id, status, response_text, created_at, ended_at)
      select id, ${id}::bigint, case when executor_id is null then 'not_chosen' else 'chosen' end, 'Готов взяться',
        ${at}::timestamptz, case when executor_id is null then ${at}::timestamptz end from closed`.execute(db)
    if (record) await insertRecord(db, id, record)
    ids.push(id)
  }
  return ids
}

/** Inserts the record of a person who has chats with clients. */
export async function insertRecord(
  db: Db,
  user_id: number,
  record: NonNullable<Respondent['record']>,
): Promise<void> {
  const none = { closed: 0, hired: 0, responses: 0, answered: 0, answered_percent: 67, wait_minutes: null }
  const works = { paid_placements: 0, completed: 1, dated: 0, on_time: 0, returning_clients: 0 }
  await db
    .insertInto('person_records')
    .values({ user_id, ...none, ...works, ...record })
    .onConflict((on) => on.column('user_id').doUpdateSet(record))
    .execute()
}

/** Deals of a person: months ago, and price in kopecks. */
const ownDeals = [
  [5, 3_800_000],
  [3, 7_200_000],
  [2, 5_400_000],
  [1, 9_600_000],
  [0, 6_100_000],
] as const

/**
 * Gives a person five deals and some other responses in the last months, beside thirty people of the same category with
 * other numbers.
 */
export async function giveOwnNumbers(
  { ctx: { db, now } }: Pick<Api, 'ctx'>,
  { user_id, author_id }: { user_id: number; author_id: number },
): Promise<void> {
  const { category_id } = await db
    .selectFrom('users')
    .select('category_id')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  // The scene is prepared before each screenshot, but the rows may be inserted only once.
  const old = db.selectFrom('listings').select('id').where('title', '=', 'Старый заказ').limit(1)
  if (category_id === null || (await old.executeTakeFirst())) return
  const at = now().toISOString()
  const scene = { category_id, author_id, at }
  const others = { sent: 14, chosen: 1, record: { talks: 6, reply_minutes: 120 } }
  await insertRespondents(
    db,
    scene,
    Array.from({ length: 30 }, () => others),
  )
  for (const [months, price] of ownDeals)
    await sql`with closed as (
        insert into listings (kind, status, author_id, executor_id, title, content_hash, published_at, chosen_at)
        select 'order', 'archived', ${author_id}, ${user_id}, 'Старый заказ', gen_random_uuid()::text, moment, moment
        from (select ${at}::timestamptz - ${months} * interval '1 month' as moment) deal returning id, chosen_at)
      insert into responses (listing_id, user_id, status, response_text, price, currency_id, created_at, seen_at,
        shortlisted_at)
      select id, ${user_id}, 'chosen', 'Готов взяться', ${price}, 1, chosen_at, chosen_at, chosen_at
      from closed`.execute(db)
  await sql`with closed as (
      insert into listings (kind, status, author_id, title, content_hash, published_at)
      select 'order', 'archived', ${author_id}, 'Старый заказ', gen_random_uuid()::text, ${at}::timestamptz
      from generate_series(1, 43) returning id)
    insert into responses (listing_id, user_id, status, response_text, created_at, seen_at, shortlisted_at, ended_at)
    select id, ${user_id}, 'not_chosen', 'Готов взяться', ${at}::timestamptz,
      case when id % 6 > 0 then ${at}::timestamptz end, case when id % 3 > 0 then ${at}::timestamptz end, ${at}::timestamptz
    from closed`.execute(db)
  await insertRecord(db, user_id, { talks: 9, reply_minutes: 40 })
}
