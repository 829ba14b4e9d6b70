import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from './delivery-queue.ts'
import { fits, nearOpen } from './near-listings.ts'

/** Messages to those whose response has ended, with open listings that are like the one they wanted. */

/** Kinds that tell of an end, and the state in which the response is then. */
const states = {
  response_passed: 'not_chosen',
  response_declined: 'declined',
  response_released: 'declined',
} as const
export type EndKind = keyof typeof states

const { considered, shown } = limits.similar

/** What ended before was told in its time. */
const recent = sql`interval '7 days'`

/**
 * Stores the message of an end for one response, or for all of a listing, in one statement; each end is told once. The
 * end itself is always told. Proposals come only to those who want new orders, and count among the bulk messages of
 * their hour and day. @returns how many messages were stored
 */
export async function queueEnds(
  ctx: Context,
  tx: Tx,
  kind: EndKind,
  of: { response_id: number } | { listing_id: number },
): Promise<number> {
  const now = ctx.now().toISOString()
  const which =
    'response_id' in of ? sql`response.id = ${of.response_id}` : sql`response.listing_id = ${of.listing_id}`
  const { numAffectedRows } = await sql`
    with ended as (
      select response.id, response.user_id, response.listing_id,
        coalesce(response.ended_at, response.updated_at) as ended_at
      from responses response
      where ${which} and response.status = ${states[kind]}
        and coalesce(response.ended_at, response.updated_at) > ${now}::timestamptz - ${recent}
    ), near as materialized (${nearOpen(sql`(select listing_id from ended)`, now, considered)})
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select ended.user_id, ${kind}::text, 'transactional', response_end_key(${kind}::text, ended.id, ended.ended_at),
      jsonb_strip_nulls(jsonb_build_object('response_id', ended.id, 'similar', (
        select jsonb_agg(fitting.id order by fitting.rank) from (
          select near.id, near.rank from near
          where person.is_notify_new_order and not 'new_order' = any (person.muted_kinds)
            and lately.hour < ${sql.lit(limits.bulk.perHour)} and lately.day < ${sql.lit(limits.bulk.perDay)}
            and ${fits(sql`person.id`)}
          order by near.rank limit ${sql.lit(shown)}) fitting))),
      ${ctx.request_id}, ${now}, ${now}
    from ended join users person on person.id = ended.user_id
    cross join lateral (
      select count(*) filter (where past.created_at > ${now}::timestamptz - interval '1 hour') as hour, count(*) as day
      from deliveries past
      where past.user_id = person.id and (past.lane = 'bulk' or past.payload ? 'similar')
        and past.created_at > ${now}::timestamptz - interval '1 day') lately
    on conflict (dedupe_key) do nothing
  `.execute(tx)
  await wakeSender(tx)
  return Number(numAffectedRows ?? 0)
}

/** What of the proposals is still open, in their order. */
export async function findProposals(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('listings as listing')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .select(['listing.id', 'listing.kind', 'listing.title', 'currency.code as currency'])
    .select(['listing.price', 'listing.min_stake', 'listing.max_stake', 'listing.payment_format'])
    .where('listing.id', 'in', ids)
    .where('listing.status', '=', 'published')
    .where('listing.executor_id', 'is', null)
    .orderBy(sql`array_position(${ids}::bigint[], listing.id)`)
    .execute()
}
