import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from './delivery-queue.ts'

/** Messages to those whose response has ended, with open listings that are like the one they wanted. */

/** Kinds that tell of an end, and the state in which the response is then. */
const states = {
  response_passed: 'not_chosen',
  response_declined: 'declined',
  response_released: 'declined',
} as const
export type EndKind = keyof typeof states

/** Listings that one message proposes, and of how many the nearest ones are chosen for each person. */
const proposed = 3
const considered = 30

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
    ), near as materialized (
      select open.id, open.author_id, row_number() over (order by
        (select count(*) from unnest(skill_keys(open.skills)) key where key = any (skill_keys(over.skills))) desc,
        abs(ln(greatest(open.price_base, 1)::float8) - ln(greatest(over.price_base, 1)::float8)) nulls last,
        open.listed_at desc) as rank
      from listings over join listings open on open.kind = over.kind and open.category_id = over.category_id
      where over.id in (select listing_id from ended) and open.id <> over.id
        and open.status = 'published' and open.executor_id is null and open.expires_at > ${now}
      order by rank limit ${sql.lit(considered)}
    )
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select ended.user_id, ${kind}::text, 'transactional', response_end_key(${kind}::text, ended.id, ended.ended_at),
      jsonb_strip_nulls(jsonb_build_object('response_id', ended.id, 'similar', (
        select jsonb_agg(fitting.id order by fitting.rank) from (
          select near.id, near.rank from near
          where person.is_notify_new_order and not 'new_order' = any (person.muted_kinds)
            and lately.hour < ${sql.lit(limits.bulk.perHour)} and lately.day < ${sql.lit(limits.bulk.perDay)}
            and near.author_id <> person.id
            and not exists (select from user_blocks where (user_id, blocked_id) in
              ((person.id, near.author_id), (near.author_id, person.id)))
            and not exists (select from responses mine where mine.listing_id = near.id and mine.user_id = person.id)
            and not exists (select from not_for_me mark where mark.listing_id = near.id and mark.user_id = person.id)
          order by near.rank limit ${sql.lit(proposed)}) fitting))),
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
