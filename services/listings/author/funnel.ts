import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Funnel } from '#contract/calls/funnel.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { type Lag, lags } from '#contract/options.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findCategoryPrices } from '#services/reference/category-prices.ts'
import { findSpecialitiesOf } from '#services/reference/queries.ts'

type Reply = z.output<typeof Funnel>
type Row = Counted & { length: number; questions: number; first_response_minutes: number | null }
type Usual = Row & { listings: number; authors: number }

const { least, authors, days, considered, chart } = limits.funnel
const dayMs = 24 * 60 * 60_000

/**
 * SQL for the funnel counts of a listing. For the author's own listing they cover all days; for another person's
 * listing only the first `age` days. The query needs the alias `listing`.
 */
function countsOf(age: number, isOwn: boolean): RawBuilder<Row> {
  const since = isOwn
    ? sql`true`
    : sql`created_at < date_trunc('day', listing.published_at, 'UTC') + ${age} * interval '1 day'`
  const inTime = isOwn ? sql`true` : sql`day < (listing.published_at at time zone 'UTC')::date + ${age}::int`
  // The number of views is the same as on the page of the listing, where the author sees it too.
  const opened = isOwn
    ? sql`coalesce((select views_count from listing_views where listing_id = listing.id), 0)::int`
    : sql`coalesce(sum(opened), 0)::int`
  return sql`
    select coalesce(sum(shown), 0)::int as shown, ${opened} as opened,
      (select count(*)::int from favorite_listings where listing_id = listing.id and ${since}) as favourited,
      (select count(*)::int from responses
        where listing_id = listing.id and status <> 'withdrawn' and ${since}) as responded,
      (select char_length(coalesce(task.subtitle, work.description, ''))) as length,
      cardinality(string_to_array(coalesce(task.questions, work.questions, ''), E'\n'))::int as questions,
      (select ceil(extract(epoch from min(created_at) - listing.published_at) / 60)::int from responses
        where listing_id = listing.id and created_at >= listing.published_at) as first_response_minutes
    from listing_days where listing_id = listing.id and ${inTime}`
}

const texts = sql`left join orders task on task.listing_id = listing.id
  left join vacancies work on work.listing_id = listing.id`

/**
 * Returns the funnel of the author's own listing: how many people saw, opened and saved it and responded to it, by day
 * and without names. It also contains the medians of similar listings at the same age. Listings published before the
 * product counted views are left out of the medians.
 * @throws not_found; wrong_state before the first publication
 */
export async function readFunnel(ctx: UserContext, id: number): Promise<Reply> {
  const { db } = ctx
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'kind', 'title', 'status', 'published_at', 'category_id', 'price_base', 'payment_format'])
    .where('id', '=', id)
    .where('author_id', '=', ctx.viewer.id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (!listing) throw new AppError('not_found')
  const { kind, title, status, published_at, category_id, price_base, payment_format } = listing
  if (published_at === null) throw new AppError('wrong_state', { status })
  const now = ctx.now()
  const age = Math.floor(now.getTime() / dayMs) - Math.floor(Date.parse(published_at) / dayMs) + 1
  const { rows: owned } = await sql<Row>`
    select own.* from listings listing ${texts} cross join lateral (${countsOf(age, true)}) own
    where listing.id = ${id}`.execute(db)
  const [{ length = 0, questions = 0, first_response_minutes: _, ...own } = emptyRow] = owned
  const usualCounts =
    category_id === null ? null : await readUsual(ctx, { ...listing, category_id, published_at, age })
  const isFixed = kind === 'order' && payment_format === 'fixed' && (price_base ?? 0) > 0
  const prices = category_id !== null && isFixed ? await findCategoryPrices(db, category_id) : null
  const isOpen = status === 'published' || status === 'hidden'
  return {
    kind,
    title,
    day: age,
    total: own,
    from_channels: await readFromChannels(ctx, id),
    days: await readDays(ctx, id, now),
    usual: usualCounts && {
      listings: usualCounts.listings,
      shown: usualCounts.shown,
      opened: usualCounts.opened,
      favourited: usualCounts.favourited,
      responded: usualCounts.responded,
    },
    text: usualCounts && { own: length, usual: usualCounts.length },
    first_response_minutes: usualCounts?.first_response_minutes ?? null,
    advice:
      usualCounts && isOpen
        ? findAdvice({
            own,
            usual: usualCounts,
            length: { own: length, usual: usualCounts.length },
            questions: { own: questions, usual: usualCounts.questions },
            price: prices && { own: (price_base ?? 0) / 100, low: prices.low, high: prices.high },
          })
        : null,
  }
}

const emptyRow: Row = {
  shown: 0,
  opened: 0,
  favourited: 0,
  responded: 0,
  length: 0,
  questions: 0,
  first_response_minutes: null,
}

/** Counts people who came to a listing from its posts in channels; null if it was never posted. */
async function readFromChannels({ db }: UserContext, id: number): Promise<Reply['from_channels']> {
  const { rows } = await sql<{ opened: number | null; responded: number }>`
    select sum(opened)::int as opened, (select count(*)::int from responses
      where listing_id = ${id} and channel_id is not null and status <> 'withdrawn') as responded
    from channel_posts where listing_id = ${id} and posted_at is not null`.execute(db)
  const [{ opened, responded } = { opened: null, responded: 0 }] = rows
  return opened === null ? null : { opened, responded }
}

type ListingFacts = { id: number; kind: string; category_id: number; published_at: string; age: number }

/**
 * Returns the medians of similar listings. Null if there are so few listings or authors that a median could reveal the
 * numbers of one listing.
 */
async function readUsual(
  ctx: UserContext,
  { id, kind, category_id, published_at, age }: ListingFacts,
): Promise<Usual | null> {
  const group = await findGroup(ctx, category_id)
  const median = (name: keyof Row) =>
    sql`percentile_disc(0.5) within group (order by ${sql.ref(`had.${name}`)})::int as ${sql.ref(name)}`
  const names = Object.keys(emptyRow) as (keyof Row)[]
  const { rows } = await sql<Usual>`
    with alike as (
      select other.* from listings other
      where other.kind = ${kind} and other.category_id = any(${group}) and other.id <> ${id}
        and other.author_id <> ${ctx.viewer.id}
        and other.published_at > ${ctx.now().toISOString()}::timestamptz - ${days} * interval '1 day'
        and other.published_at < date_trunc('day', ${published_at}::timestamptz, 'UTC') + interval '1 day'
        and exists (select from listing_days first where first.listing_id = other.id
          and first.day <= (other.published_at at time zone 'UTC')::date + 1)
      order by other.published_at desc limit ${considered}
    )
    select count(*)::int as listings, count(distinct listing.author_id)::int as authors,
      ${sql.join(names.map(median))}
    from alike listing ${texts} cross join lateral (${countsOf(age, false)}) had`.execute(ctx.db)
  const [usual] = rows
  return usual && usual.listings >= least && usual.authors >= authors ? usual : null
}

/** Finds all specialities that belong to the same group as the given category. */
async function findGroup(ctx: UserContext, category_id: number): Promise<number[]> {
  const { parent_id } = await ctx.db
    .selectFrom('categories')
    .select('parent_id')
    .where('id', '=', category_id)
    .executeTakeFirstOrThrow()
  return findSpecialitiesOf(ctx, [parent_id ?? category_id])
}

/** Reads the funnel counts of a listing for each of the latest days since its publication, oldest first. */
async function readDays(ctx: UserContext, id: number, now: Date): Promise<Reply['days']> {
  const { rows } = await sql<Reply['days'][number]>`
    select days.day::text as day, coalesce(counted.shown, 0) as shown, coalesce(counted.opened, 0) as opened,
      (select count(*)::int from favorite_listings kept where kept.listing_id = listing.id
        and (kept.created_at at time zone 'UTC')::date = days.day) as favourited,
      (select count(*)::int from responses sent where sent.listing_id = listing.id and sent.status <> 'withdrawn'
        and (sent.created_at at time zone 'UTC')::date = days.day) as responded
    from listings listing
    cross join lateral (select ((${now.toISOString()}::timestamptz at time zone 'UTC')::date - back) as day
      from generate_series(${chart - 1}, 0, -1) back) days
    left join listing_days counted on counted.listing_id = listing.id and counted.day = days.day
    where listing.id = ${id} and days.day >= (listing.published_at at time zone 'UTC')::date
    order by days.day`.execute(ctx.db)
  return rows
}

type Counted = { shown: number; opened: number; favourited: number; responded: number }
type Comparison = { own: number; usual: number }
export type FunnelFacts = {
  own: Counted
  usual: Counted
  /**
   * Number of characters in the main text of the listing and of similar listings. `questions` compares their number of
   * questions to responders.
   */
  length: Comparison
  questions: Comparison
  /**
   * Price of the listing in roubles, and the lower and upper quartile of prices in its speciality. Null if a price or
   * the quartiles are missing.
   */
  price: { own: number; low: number; high: number } | null
}
type Advice = NonNullable<z.output<typeof Funnel>['advice']>

const { shown, opened, gap } = limits.funnel

/**
 * Share by which the listing's conversion at a step of the funnel is below the median of similar listings; 0 if the
 * counts are too small.
 */
function lagShare(own: Counted, usual: Counted, step: Lag): number {
  const [from, least] = step === 'opened' ? (['shown', shown] as const) : (['opened', opened] as const)
  if (own[from] < least || usual[from] === 0 || usual[step] === 0) return 0
  return Math.max(0, 1 - own[step] / own[from] / (usual[step] / usual[from]))
}

/** True if the main text is shorter than two thirds of the median of similar listings. */
const isShort = ({ own, usual }: Comparison) => own * 3 < usual * 2

const asRange = ({ own, usual }: Comparison) => ({ own, low: usual, high: usual })

/**
 * Returns the first thing that an author can improve to raise the conversion of a step of the funnel. People open a
 * listing because of its card, so for that step the text and the price come first. People respond after reading the
 * whole page, so for that step the price and the questions come first.
 */
function remedy(lag: Lag, { length, questions, price }: FunnelFacts) {
  const text = isShort(length) && ({ kind: 'text', ...asRange(length) } as const)
  const dearer = price !== null && price.own < price.low && ({ kind: 'price', ...price } as const)
  const fewer = questions.own > questions.usual && ({ kind: 'questions', ...asRange(questions) } as const)
  return (lag === 'opened' ? [text, dearer] : [dearer, fewer, text]).find((advice) => advice !== false)
}

/**
 * Returns one piece of advice to the author, about the step of the funnel that is furthest below the median and can be
 * improved. Null if there is no such step.
 */
export function findAdvice(facts: FunnelFacts): Advice | null {
  const laggingSteps = lags
    .map((lag) => ({ lag, share: lagShare(facts.own, facts.usual, lag) }))
    .filter(({ share }) => share >= gap)
    .sort((one, other) => other.share - one.share)
  for (const { lag } of laggingSteps) {
    const found = remedy(lag, facts)
    if (found) return { lag, is_only: laggingSteps.length === 1, ...found }
  }
  return null
}
