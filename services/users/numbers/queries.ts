import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { OwnNumbers } from '#contract/calls/own-numbers.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { priceUnitIds } from '#contract/options.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import { perDb } from '#services/core/cache.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { currency } from '#services/reference/projections.ts'
import { isAnswered } from '../people/records.ts'

type Reply = z.output<typeof OwnNumbers>
type Responses = Reply['responses']
type Row = Responses &
  Omit<Reply['agreed'], 'total'> & {
    /** Sum of all months in minor units of the person's currency. */
    total: number
    deals: number
    category_id: number | null
    reply_minutes: number | null
  }

const { months, least, people, considered, each, countMs } = limits.ownNumbers

/**
 * Returns what a freelancer agreed on and how the freelancer's responses ended in the latest months, beside the medians
 * of the freelancer's category. The medians do not contain fewer people than `limits.ownNumbers.people`, so that they
 * reveal nobody's numbers.
 */
export async function readOwnNumbers(ctx: UserContext): Promise<Reply> {
  const row = await readOwn(ctx)
  const usual = row.category_id === null ? null : await findUsual(ctx, row.category_id)
  const { sent, seen, answered, chosen } = row
  return {
    deals: row.deals,
    agreed: {
      total: row.total / 100,
      currency: row.currency,
      is_converted: row.is_converted,
      unpriced: row.unpriced,
      months: row.months,
    },
    responses: { sent, seen, answered, chosen },
    chosen_percent: {
      own: sent < least ? null : Math.round((100 * chosen) / sent),
      usual: usual?.chosen_percent ?? null,
    },
    reply_minutes: {
      own: row.reply_minutes,
      usual: usual?.reply_minutes ?? null,
    },
  }
}

/**
 * Reads the person's own numbers. A deal counts in the month in which its executor was chosen. Dismissed executors are
 * no longer chosen, so their deals do not count. Only orders with a price of the whole have a sum: prices of vacancies and
 * of work paid by the hour or by another unit say nothing of it. The response of an order of a service holds its
 * agreement alone, and is no response that was sent.
 */
async function readOwn(ctx: UserContext): Promise<Row> {
  const reader = { language: ctx.language, now: ctx.now().toISOString() }
  const { rows } = await sql<Row>`
    with own as (
      select category_id, currency_id, zone, last_month,
        (last_month - ${months - 1} * interval '1 month') at time zone zone as since
      from users cross join lateral (select coalesce(time_zone, ${defaultTimeZone}) as zone) place
        cross join lateral (
          select date_trunc('month', ${reader.now}::timestamptz at time zone zone) as last_month) latest
      where id = ${ctx.viewer.id}
    ),
    sent as materialized (
      select response.status, response.created_at, response.seen_at, ${isAnswered('response')} as is_answered,
        coalesce(listing.chosen_at, response.updated_at) as chosen_at,
        listing.audience = 'public' as is_sent,
        case when listing.kind = 'order' and listing.payment_format is distinct from 'hourly'
            and not exists (select from service_requests request where request.listing_id = listing.id
              and request.price_term_id <> ${sql.lit(priceUnitIds.project)})
          then coalesce(response.price, listing.price) end as price,
        case when response.price is null then listing.currency_id else response.currency_id end as currency_id
      from responses response join listings listing on listing.id = response.listing_id
      where response.user_id = ${ctx.viewer.id} and response.status <> 'withdrawn'
    ),
    deals as materialized (
      select date_trunc('month', chosen_at at time zone zone) as month,
        price * paid.rate_to_base / kept.rate_to_base as sum,
        price is not null and sent.currency_id <> own.currency_id as is_converted
      from own join sent on status = 'chosen' and chosen_at >= since
        join currencies kept on kept.id = own.currency_id
        left join currencies paid on paid.id = sent.currency_id
    ),
    counted as (
      select count(*)::int as sent, count(*) filter (where seen_at is not null or is_answered)::int as seen,
        count(*) filter (where is_answered)::int as answered, count(*) filter (where status = 'chosen')::int as chosen
      from sent where is_sent and created_at >= (select since from own)
    ),
    agreed as (
      select count(*)::int as deals, count(*) filter (where sum is null)::int as unpriced,
        coalesce(bool_or(is_converted), false) as is_converted, coalesce(round(sum(sum)), 0)::float8 as total
      from deals
    )
    select counted.*, agreed.*, own.category_id,
      (select reply_minutes from person_records
        where user_id = ${ctx.viewer.id} and talks >= ${limits.record.least}) as reply_minutes,
      (select ${currency('kept', reader)} from currencies kept where kept.id = own.currency_id) as currency,
      (select json_agg(json_build_object('month', to_char(month, 'YYYY-MM'),
          'sum', (select coalesce(round(sum(sum)), 0)::float8 / 100 from deals where deals.month = calendar.month))
          order by month)
        from generate_series(last_month - ${months - 1} * interval '1 month', last_month, interval '1 month')
          as calendar(month)) as months
    from own, counted, agreed`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('unauthenticated')
  return row
}

type Usual = {
  chosen_percent: Reply['chosen_percent']['usual']
  reply_minutes: Reply['reply_minutes']['usual']
}

/**
 * Medians by category, kept for some hours. So the medians cost little, and nobody can learn the numbers of a person by
 * looking before and after an act of that person.
 */
const cacheOf = perDb(
  (ctx: Pick<Context, 'db' | 'now'>) =>
    new LRUCache<number, Promise<Usual>>({
      max: 1000,
      ttl: countMs,
      ttlResolution: 0,
      perf: { now: () => ctx.now().getTime() },
    }),
)

function findUsual(ctx: Context, category_id: number): Promise<Usual> {
  const cache = cacheOf(ctx)
  const cached = cache.get(category_id)
  if (cached) return cached
  const counted = countUsual(ctx, category_id)
  cache.set(category_id, counted)
  counted.catch(() => cache.delete(category_id))
  return counted
}

/**
 * Computes the medians of a category from the people who used the product last, with the latest responses of each. A
 * person with few responses or few chats does not count. The months begin in Moscow, because people of a category have no
 * common time zone.
 */
async function countUsual(ctx: Context, category_id: number): Promise<Usual> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } = await sql<{
    percent: number
    percents: number
    minutes: number
    replies: number
  }>`
    with people as materialized (
      select id from users where category_id = ${category_id} and status = 'active'
      order by last_seen_at desc nulls last, id limit ${considered}
    ),
    shares as (
      select round(100.0 * count(*) filter (where status = 'chosen') / count(*)) as percent
      from people cross join lateral (
        select responses.status, responses.created_at from responses
          join listings on listings.id = responses.listing_id and listings.audience = 'public'
          where user_id = people.id order by responses.id desc limit ${each}) sent
      where status <> 'withdrawn'
        and created_at >= (date_trunc('month', ${now} at time zone ${defaultTimeZone})
          - ${months - 1} * interval '1 month') at time zone ${defaultTimeZone}
      group by people.id having count(*) >= ${least}
    ),
    replies as (
      select reply_minutes as minutes from people join person_records on user_id = people.id
      where talks >= ${limits.record.least} and reply_minutes is not null
    )
    select share.*, reply.* from
      (select percentile_disc(0.5) within group (order by percent)::int as percent, count(*)::int as percents
        from shares) share,
      (select percentile_disc(0.5) within group (order by minutes)::int as minutes, count(*)::int as replies
        from replies) reply`.execute(ctx.lists)
  const [{ percent, percents, minutes, replies } = { percent: 0, percents: 0, minutes: 0, replies: 0 }] = rows
  return {
    chosen_percent: percents < people ? null : { value: percent, people: percents },
    reply_minutes: replies < people ? null : { value: minutes, people: replies },
  }
}
