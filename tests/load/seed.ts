import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/index.ts'
import { nouns, people, sentences, skills, towns, verbs } from './words.ts'

/**
 * Generates a market with `rows` published orders and a tenth as many vacancies, by SQL alone. All values depend only
 * on the row number, so every run has the same market. As in a real market, a few authors, categories and words are
 * common and most are rare.
 */
export async function seedListings(db: Db, rows: number): Promise<void> {
  await db.connection().execute(async (tx) => {
    await sql`set session_replication_role = replica`.execute(tx)
    await sql`create function pg_temp.part(n bigint, salt text) returns float8 language sql immutable as
      $$ select (hashtextextended(salt, n) & 1048575)::float8 / 1048576 $$`.execute(tx)
    await fillPeople(tx as Tx, peopleOf(rows))
    const restoreIndexes = await dropIndexes(tx as Tx)
    await fillListings(tx as Tx, 'order', rows)
    await fillListings(tx as Tx, 'vacancy', Math.ceil(rows / 10))
    await restoreIndexes()
    await sql`set session_replication_role = origin`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}

/**
 * Drops the indexes of listings. Building an index over a million rows afterwards takes a tenth of the time of
 * maintaining it during the inserts.
 * @returns a function that restores the indexes
 */
async function dropIndexes(tx: Tx): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'listings'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    tx,
  )
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
  return async () => {
    await sql`set maintenance_work_mem = '512MB'`.execute(tx)
    for (const { definition } of rows) await sql.raw(definition).execute(tx)
  }
}

export const peopleOf = (rows: number) => Math.max(1000, Math.ceil(rows / 20))
/** The Telegram ids of the generated people follow this one. The first people create the most listings. */
export const firstPerson = 9_000_000_000

const list = (words: readonly string[]) => sql`(array[${sql.join(words)}])`

/** SQL for the word at a relative position in the list, from 0 to 1. */
function wordAt(words: readonly string[], fraction: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${list(words)}[1 + floor(${fraction} * ${words.length}::int)::int]`
}

/**
 * SQL for a word that depends on the row number `n`. With a higher `skew`, the first words of the list occur more
 * often.
 */
function drawnWord(words: readonly string[], salt: string, skew = 1): RawBuilder<unknown> {
  return wordAt(words, sql`power(pg_temp.part(n, ${salt}), ${skew}::float8)`)
}

const leaves = sql`(select array_agg(id order by md5(id::text)) as ids from categories where parent_id is not null)`
const drawnLeaf = (salt: string) =>
  sql`leaves.ids[1 + floor(power(pg_temp.part(n, ${salt}), 1.5) * cardinality(leaves.ids))::int]`

async function fillPeople(tx: Tx, count: number): Promise<void> {
  await sql`
    insert into users (telegram_id, full_name, username, description, country, city, category_id, rating, rating_count,
      completed_count, posted_count, years_of_experience, is_free, is_client, is_contractor, verification, created_at)
    select ${firstPerson}::bigint + n, ${drawnWord(people, 'name')} || ' ' || n, 'person_' || n, ${drawnWord(sentences, 'about')},
      'Россия', ${drawnWord(towns, 'town', 2)}, ${drawnLeaf('speciality')}, round((3 + 2 * pg_temp.part(n, 'rating'))::numeric, 2),
      (n % 40)::int, (n % 23)::int, (n % 17)::int, (n % 12)::int, n % 5 > 0, n % 9 = 0, n % 9 > 0, 'confirmed',
      now() - n * interval '1 hour'
    from generate_series(1, ${count}::int) n, ${leaves} leaves`.execute(tx)
  await sql`
    insert into user_skills (user_id, name)
    select distinct person.id, ${wordAt(skills, sql`power(pg_temp.part(person.id, 'skill ' || k), 2)`)}
    from users person, generate_series(1, 5) k where person.telegram_id > ${firstPerson}`.execute(tx)
  await sql`
    insert into user_services (user_id, name, price)
    select id, 'Час работы', 100000 + id % 400000 from users where telegram_id > ${firstPerson} and id % 2 = 0`.execute(
    tx,
  )
}

async function fillListings(tx: Tx, kind: 'order' | 'vacancy', rows: number): Promise<void> {
  const title = sql`${drawnWord(verbs, 'verb')} || ' ' || ${drawnWord(nouns, 'noun', 2)} || ' № ' || n`
  await sql`
    create temp table drafts as select n, nextval(pg_get_serial_sequence('listings', 'id')) as id, ${title} as title,
      ${sentencesOf(kind)} as body, (50000 * exp(pg_temp.part(n, 'price') * 5))::bigint as price
    from generate_series(1, ${rows}::int) n`.execute(tx)
  // Triggers are disabled, so the insert itself fills the search column and the table of skills.
  await sql`
    insert into listings (id, kind, author_id, status, category_id, title, price, price_base, payment_format, job_type,
      experience, is_remote, location, language, deadline, created_at, published_at, expires_at, responses_count,
      response_stake, skills, urgent, is_first, content_hash, search)
    select drafts.id, ${kind}, authors.ids[author.at],
      'published', ${drawnLeaf('category')}, title, price, price,
      case when n % 4 = 0 then 'hourly' else 'fixed' end, (array['project', 'part_time', 'full_day'])[1 + n % 3],
      (array['none', 'lt1', 'y1_2', 'y1_3', 'y3_6', 'gt6'])[1 + n % 6], n % 3 > 0, ${drawnWord(towns, 'place', 2)}, 'ru',
      now() + (n % 60 + 1) * interval '1 day', now() - (n % 43200) * interval '61 s',
      now() - (n % 43200) * interval '60 s', now() + interval '30 days', floor(power(pg_temp.part(n, 'answers'), 3) * 40),
      15000, array(select distinct ${wordAt(skills, sql`power(pg_temp.part(n, 'skill ' || k), 2)`)} from generate_series(1, 4) k),
      n % 20 = 0, authors.are_new[author.at], md5(${kind} || n), listing_document(title, body)
    from drafts, ${leaves} leaves,
      (select array_agg(id order by id) as ids, array_agg(posted_count <= 1 order by id) as are_new
        from users where telegram_id > ${firstPerson}) authors,
      lateral (select 1 + floor(power(pg_temp.part(n, 'author'), 2) * cardinality(authors.ids))::int as at) author`.execute(
    tx,
  )
  await (kind === 'order'
    ? sql`insert into orders (listing_id, subtitle) select id, body from drafts`
    : sql`insert into vacancies (listing_id, description, requirements, conditions)
          select id, body, 'Опыт похожих работ, внимание к срокам.', 'Удалённо, оплата дважды в месяц.' from drafts`
  ).execute(tx)
  await sql`
    insert into listing_views (listing_id, views_count)
    select id, floor(power(pg_temp.part(id, 'views'), 3) * 900) from drafts`.execute(tx)
  await sql`
    insert into listing_skills (kind, skill_key, listed_at, listing_id)
    select kind, key, listed_at, id from drafts join listings using (id), listing_keys(skills, tags) key`.execute(
    tx,
  )
  await sql`drop table drafts`.execute(tx)
}

/** SQL for a description of four sentences. Some words occur in every second listing, others in every thousandth. */
function sentencesOf(kind: string): RawBuilder<unknown> {
  const sentence = (k: number) => drawnWord(sentences, `${kind} ${k}`, 1.5)
  return sql`${sql.join([0, 1, 2, 3].map(sentence), sql` || ' ' || `)} || ' ' || ${wordAt(nouns, sql`pg_temp.part(n, 'last word')`)}`
}
