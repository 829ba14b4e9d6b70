import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { pictureFile } from '#db/demo/market/pictures.ts'
import { seed } from '#db/seed.ts'
import { listTariffs } from '#services/payments/invoices/tariff-changes.ts'
import { countCategoryPrices } from '#services/reference/category-prices.ts'
import { countRecords } from '#services/users/people/schedule.ts'
import { openApi } from '#tests/support/api/api.ts'
import { client, login, newAccount } from '#tests/support/people/people.ts'

/** The large demo market of `npm start`. */
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-demo-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const { db, config } = api.ctx
const large = {
  demo: true,
  large: true,
  now: api.ctx.now(),
  files: { folder, origin: config.APP_ORIGIN },
}
await seed(config.DATABASE_URL, large)

const anna = 5_000_000_000_000_011
const olga = 5_000_000_000_000_032
const main = { frontend: 102, bots: 201, logos: 301, copywriting: 401 }

async function idOf(telegram_id: number): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('telegram_id', '=', telegram_id)
    .executeTakeFirstOrThrow()
  return row.id
}

test('lists fill several pages, in Russian and in English', async () => {
  const rows = await db
    .selectFrom('listings')
    .select(['language', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'published')
    .groupBy('language')
    .execute()
  const counts = Object.fromEntries(rows.map(({ language, count }) => [language, count]))
  expect(counts.ru).toBeGreaterThan(80)
  expect(counts.en).toBeGreaterThan(25)
  const { rows: texts } = await sql<{ title: string }>`
    select title from listings l join orders o on o.listing_id = l.id
      join users on users.id = author_id
    where (language = 'en' or ui_language = 'en') <> (title || subtitle !~ '[а-яА-Я]')`.execute(db)
  expect(texts).toEqual([])
})

test('every payment of it has its price, so the list of prices counts what was sold', async () => {
  const tariffs = await listTariffs(api.ctx, 'ru')
  expect(tariffs.length).toBeGreaterThan(2)
  expect(tariffs.filter(({ sold }) => sold === 0)).toEqual([])
})

test('the product computes usual prices in the main categories from it', async () => {
  expect(await countCategoryPrices(api.ctx)).toBe(4)
  const rows = await db.selectFrom('category_prices').select('category_id').orderBy('category_id').execute()
  expect(rows.map(({ category_id }) => category_id)).toEqual(Object.values(main))
})

test('three authors and three freelancers have figures', async () => {
  await countRecords(api.ctx)
  const { rows } = await sql<{ side: string; people: number }>`
    select side, count(*)::int as people from person_records
      cross join lateral (values ('author', closed, responses), ('freelancer', completed, talks)) kept (side, works, answers)
    where works >= ${limits.record.least} and answers >= ${limits.record.least}
    group by side order by side`.execute(db)
  expect(rows).toEqual([
    { side: 'author', people: 3 },
    { side: 'freelancer', people: 3 },
  ])
})

test('every response that ended says why', async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from responses
    where status in ('declined', 'not_chosen') and end_reason is null`.execute(db)
  expect(rows).toEqual([{ count: 0 }])
})

test('every rating is the one that the published formula gives', async () => {
  // As if everybody began with two reviews of four stars; a review with axes counts as their mean.
  const { rows } = await sql<{ full_name: string; rating: number; expected: number }>`
    select full_name, users.rating::float8 as rating,
      round((8 + sum(coalesce((coalesce(quality, task) + coalesce(term, payment) + communication) / 3.0, review.rating)))
        / (2 + count(*)), 2)::float8 as expected
    from users left join reviews review on review.subject_id = users.id and review.published_at is not null
    group by users.id having count(review.id) > 0`.execute(db)
  expect(rows.length).toBeGreaterThanOrEqual(6)
  expect(rows.filter(({ rating, expected }) => rating !== expected)).toEqual([])
})

test('finished work adds up: money, answers, deadlines and order of events', async () => {
  expect(await db.selectFrom('payment_invariant_violations').selectAll().execute()).toEqual([])
  expect(
    await sql`select * from open_loops_at(${api.ctx.now().toISOString()}::timestamptz)`.execute(db),
  ).toMatchObject({
    rows: [],
  })
  const { rows } = await sql`
    select title from listings l
    where status = 'completed' and chosen_at is not null
      and not (published_at < chosen_at and chosen_at < handed_in_at and handed_in_at <= completed_at)
      or status = 'published' and (deadline < ${api.ctx.now().toISOString()} or expires_at < ${api.ctx.now().toISOString()})
      or exists (select from responses r join users u on u.id = r.user_id
        where r.listing_id = l.id and (not u.is_verified or r.created_at < l.published_at))`.execute(db)
  expect(rows).toEqual([])
})

test('portfolios and avatars have pictures that anybody can load', async () => {
  const { call } = await login(api, newAccount({ id: anna }))
  const { user } = await call('GET /api/users/full_user_info', { query: { user_id: await idOf(olga) } })
  expect(user.works).toHaveLength(5)
  const addresses = [user.avatar_url, ...user.works.flatMap((work) => [work.file_url, work.thumbnail_url])]
  for (const address of addresses) {
    const reply = await api.server.inject({ url: new URL(address ?? '').pathname })
    expect(reply).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
  }
})

test('pictures are all used, and small', () => {
  const pictures = path.dirname(pictureFile({ name: 'any' }))
  const files = readdirSync(pictures).filter((name) => name.endsWith('.webp'))
  expect(files.reduce((sum, name) => sum + statSync(path.join(pictures, name)).size, 0)).toBeLessThan(150_000)
  // Each is stored twice, once as its own thumbnail.
  expect(readdirSync(folder)).toHaveLength(2 * files.length)
})

test('its exchange rates are from yesterday, also after a month without a source of rates', async () => {
  await db.updateTable('currencies').set({ rate_date: '2026-01-01' }).execute()
  await seed(config.DATABASE_URL, large)
  const currencies = await (await client(api)).call('GET /api/app/get_currencies')
  expect(currencies.filter(({ rate_to_base }) => rate_to_base === null)).toEqual([])
})

test('seeding it again adds nothing', async () => {
  const count = async () =>
    (
      await sql`select (select count(*)::int from listings) as listings,
    (select count(*)::int from responses) as responses, (select count(*)::int from files) as files,
    (select count(*)::int from payments) as payments`.execute(db)
    ).rows
  const before = await count()
  await seed(config.DATABASE_URL, large)
  expect(await count()).toEqual(before)
})
