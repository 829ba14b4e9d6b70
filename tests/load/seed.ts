import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

const words = [
  'логотип',
  'сайт',
  'бот',
  'лендинг',
  'текст',
  'перевод',
  'ролик',
  'презентация',
  'магазин',
  'анимация',
]

/** Telegram ids of the people whom the bench lets in begin here. */
export const firstGuest = 9_100_000_000

/** Order `id` of the first guest, which five thousand people answered. */
async function fillPopular(db: Db, id: number): Promise<void> {
  await sql`insert into users (telegram_id, full_name, is_client, is_contractor)
    values (${firstGuest}, 'Хозяин', true, false)`.execute(db)
  await sql`
    insert into listings (id, kind, author_id, status, category_id, title, price, price_base, published_at, deadline,
      expires_at, responses_count, content_hash)
    select ${id}::bigint, kind, (select id from users where telegram_id = ${firstGuest}), status, category_id, title, price,
      price_base, published_at, deadline, expires_at, 5000, 'popular' from listings where id = 1`.execute(db)
  await sql`
    with people as (
      insert into users (telegram_id, full_name, is_contractor)
      select 9200000000 + n, 'Отклик ' || n, true from generate_series(1, 5000) n returning id)
    insert into responses (listing_id, user_id, response_text, price, currency_id, created_at)
    select ${id}::bigint, id, 'Сделаю за неделю, вот три похожие работы.', id * 100, 1,
      now() - id * interval '1 minute' from people`.execute(db)
  await sql`select setval(pg_get_serial_sequence('listings', 'id'), ${id}::bigint)`.execute(db)
}

/**
 * A market of `rows` live orders by a thousand authors, seeded with SQL alone: prices, deadlines, experience and
 * tags spread as a real market spreads them. The numbers come from the row number, so every run is the same.
 */
export async function seedListings(db: Db, rows: number): Promise<void> {
  const titles = sql`(array[${sql.join(words)}])`
  await sql`set session_replication_role = replica`.execute(db)
  await sql`
    insert into users (telegram_id, full_name, username, category_id, verification, is_client, is_contractor)
    select 9000000000 + n, 'Человек ' || n, 'person_' || n, leaf.id, 'confirmed', n % 2 = 0, n % 2 = 1
    from generate_series(1, 1000) n
    join lateral (select id from categories where parent_id is not null order by md5(id::text || n) limit 1) leaf on true
  `.execute(db)
  await sql`
    with authors as (select array_agg(id order by id) as ids from users),
      leaves as (select array_agg(id order by id) as ids from categories where parent_id is not null)
    insert into listings (kind, author_id, status, category_id, title, price, price_base, payment_format, job_type,
      experience, is_remote, language, deadline, published_at, expires_at, responses_count, response_stake, content_hash)
    select 'order', authors.ids[1 + n % cardinality(authors.ids)], 'published',
      leaves.ids[1 + (n * 7919::bigint) % cardinality(leaves.ids)],
      initcap(${titles}[1 + n % 10]) || ' для компании ' || n,
      500000 + (n * 104729::bigint) % 20000000, 500000 + (n * 104729::bigint) % 20000000,
      case when n % 4 = 0 then 'hourly' else 'fixed' end, (array['project', 'part_time', 'full_day'])[1 + n % 3],
      (array['none', 'lt1', 'y1_2', 'y1_3', 'y3_6', 'gt6'])[1 + n % 6], n % 3 > 0, 'ru',
      now() + (n % 60 + 1) * interval '1 day', now() - (n % 43200) * interval '1 minute',
      now() + interval '30 days', n % 25, 15000, md5(n::text)
    from generate_series(1, ${rows}::int) n, authors, leaves
  `.execute(db)
  await fillPopular(db, rows + 1)
  await sql`
    insert into orders (listing_id, subtitle)
    select id, 'Нужно сделать хорошо и в срок. Подробности, примеры и требования обсудим: ' || title || '. ' || repeat('Опыт важен. ', 8)
    from listings where kind = 'order'
    on conflict do nothing
  `.execute(db)
  await sql`insert into listing_views (listing_id, views_count)
    select id, id % 500 from listings on conflict do nothing`.execute(db)
  // Ids of responses unlike every other number, so that the bare server can tell them in recorded values.
  await sql`select setval(pg_get_serial_sequence('responses', 'id'), 700000)`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
