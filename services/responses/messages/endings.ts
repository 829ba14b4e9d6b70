import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { mayBeProposedTo, selectSimilarOpen } from '#services/listings/audience/columns.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'

/** Queues messages that a response has ended, with similar open listings. */

/** Kinds of messages about the end of a response, each with the state in which the response has ended. */
const states = {
  response_passed: 'not_chosen',
  response_declined: 'declined',
  response_released: 'declined',
} as const
export type EndKind = keyof typeof states

const { considered, shown } = limits.similarListings

/** Only responses that ended within this time are announced. Earlier ends were announced by earlier messages. */
const recent = sql`interval '7 days'`

/**
 * Queues a message about the end of one response, or one message for each ended response of a listing, in one
 * statement. Every end is announced once. Similar listings are added only for people who want new orders. A message
 * with similar listings counts in the hourly and daily limits of its reader.
 * @returns number of queued messages
 */
export async function queueEnds(
  ctx: Context,
  tx: Tx,
  kind: EndKind,
  target: { response_id: number } | { listing_id: number },
): Promise<number> {
  const now = ctx.now().toISOString()
  const condition =
    'response_id' in target
      ? sql`response.id = ${target.response_id}`
      : sql`response.listing_id = ${target.listing_id}`
  const { numAffectedRows } = await sql`
    with ended as (
      select response.id, response.user_id, response.listing_id,
        coalesce(response.ended_at, response.updated_at) as ended_at
      from responses response
      where ${condition} and response.status = ${states[kind]}
        and coalesce(response.ended_at, response.updated_at) > ${now}::timestamptz - ${recent}
    ), near as materialized (${selectSimilarOpen(sql`(select listing_id from ended)`, now, considered)})
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select ended.user_id, ${kind}::text, 'transactional', response_end_key(${kind}::text, ended.id, ended.ended_at),
      jsonb_strip_nulls(jsonb_build_object('response_id', ended.id, 'similar', (
        select jsonb_agg(fitting.id order by fitting.rank) from (
          select near.id, near.rank from near
          where person.is_notify_new_order and not 'new_order' = any (person.muted_kinds)
            and lately.hour < ${sql.lit(limits.bulkMessages.perHour)} and lately.day < ${sql.lit(limits.bulkMessages.perDay)}
            and ${mayBeProposedTo(sql`person.id`)}
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

/**
 * Queues edits of the messages that announced ended responses when a listing closed. The edited messages state that the
 * listing is open again.
 */
export async function queueReopened(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select told.user_id, 'order_drawn', 'transactional', 'order_drawn:' || told.id || ':' || gen_random_uuid(),
      jsonb_build_object('listing_id', ${listing_id}::bigint, 'user_id', told.user_id, 'message_id', told.message_id,
        'reopened', true), ${ctx.request_id}, ${now}, ${now}
    from deliveries told join responses response
      on response.id = (told.payload ->> 'response_id')::bigint and response.user_id = told.user_id
    where told.kind = 'response_passed' and told.state = 'sent' and told.message_id is not null
      and response.listing_id = ${listing_id} and response.status in ('no_show', 'shown', 'shortlisted')
  `.execute(tx)
  await wakeSender(tx)
}

/**
 * Returns the listings that a message about an ended response proposes, in their order. Closed listings are left out.
 */
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
