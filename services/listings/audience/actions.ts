import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { searchFrequencies } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { nextHour, nextMorning } from '#services/notifications/outbox/columns.ts'
import { queueDelivery, wakeSender } from '#services/notifications/outbox/queue.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'
import { searchMatches } from './columns.ts'
import { isHiddenFromPerson } from './hidden-listings.ts'
import { isHot } from './hot-orders.ts'

type Announcement = {
  kind: 'new_order' | 'hot_order'
  listing: RawBuilder<boolean>
  /**
   * SQL condition that the person's settings allow the notification. It must equal the condition of the index, so that
   * Postgres uses the index. The query has the alias `person`.
   */
  isWanted: RawBuilder<boolean>
  /** SQL condition that further restricts the recipients. The query has the aliases `person` and `listing`. */
  condition: RawBuilder<boolean>
}

/**
 * SQL for the frequency of a saved search as a number: 0 notifies at once, 1 in an hourly digest, 2 in a daily digest.
 * The query needs the alias `search`.
 */
const searchPace = sql`array_position(array[${sql.join(searchFrequencies.map(sql.lit))}], search.frequency) - 1`
const hours = (count: number) => sql`${count} * interval '1 hour'`

/**
 * Stores one notification about a published listing for each interested person, in one statement. Interested are owners
 * of matching saved searches, people with the listing's category and people with one of its skills. People who have
 * hidden the listing are left out. The app's mode (client or freelancer) changes navigation only, so people in client
 * mode are notified too. A person whose only match is an hourly or daily search gets the listing in that digest.
 */
async function announce(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  { kind, listing, isWanted, condition }: Announcement,
): Promise<number> {
  const now = ctx.now().toISOString()
  const at = sql`${now}::timestamptz`
  const isReached = sql`person.status = 'active' and person.can_write and person.notify_blocked_at is null and ${isWanted}`
  const { numAffectedRows } = await sql`
    with listing as (
      select * from listings where id = ${listing_id} and status = 'published' and executor_id is null and ${listing}
    ), found as (
      select person.id, 'category' as why, null::bigint as search_id, 2 as rank, 0 as pace
      from listing join users person on person.category_id = listing.category_id
      where ${isReached}
      union all
      select person.id, 'skills', null, 3, 0
      from listing cross join unnest(listing.skills) as wish (wished)
        join user_skills skill on skill.name_key = lower(regexp_replace(btrim(wish.wished), '\\s+', ' ', 'g'))
        join users person on person.id = skill.user_id
      where ${isReached}
      union all
      select person.id, 'search', search.id, 1, ${searchPace}
      from listing join saved_searches search on search.kind = listing.kind and search.is_notify
        join users person on person.id = search.user_id
      where ${isReached} and ${searchMatches}
    ), matched as (
      select id, (array_agg(why order by pace, rank, search_id))[1] as why,
        (array_agg(search_id order by pace, rank, search_id))[1] as search_id, count(distinct why) as ways,
        min(pace) as pace
      from found group by id
    ), reached as (
      select person.id, matched.why, matched.search_id, ${nextMorning(at)} as morning,
        case matched.pace when 1 then ${nextHour(at)} when 2 then ${nextMorning(at)} end as digest_at
      from listing, matched join users person on person.id = matched.id
      where person.id <> listing.author_id
        and not ${kind} = any (person.muted_kinds)
        and (listing.is_remote or not person.is_only_remote)
        and (coalesce(listing.language, 'any') in ('any', person.ui_language) or exists (
          select from user_languages spoken where spoken.user_id = person.id and spoken.code = listing.language))
        and not ${isBlockedPair(sql`person.id`, sql`listing.author_id`)}
        and not exists (select from hidden_authors hidden
          where hidden.user_id = person.id and hidden.author_id = listing.author_id)
        and not exists (
          select from responses mine where mine.listing_id = listing.id and mine.user_id = person.id)
        and not ${isHiddenFromPerson(now)}
        and ${condition}
    ), later as materialized (
      select uuidv7() as id, id as user_id, digest_at, digest_at <> morning as is_hourly
      from reached where digest_at is not null
    ), digests as (
      insert into deliveries (id, user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
      select id, user_id, 'digest', 'bulk', 'digest:' || user_id || ':' || extract(epoch from digest_at)::bigint,
        jsonb_strip_nulls(jsonb_build_object('digest_id', id, 'hourly', case when is_hourly then true end)),
        ${ctx.request_id}, digest_at, ${now}
      -- Two listings at once lock the digests of the same people in the same order.
      from later order by user_id
      on conflict (dedupe_key) do update set next_at = deliveries.next_at
      returning id, user_id, state
    )
    insert into deliveries
      (user_id, kind, lane, dedupe_key, payload, state, digest_id, request_id, next_at, created_at)
    select reached.id, ${kind}::text, 'bulk', ${kind}::text || ':' || ${listing_id}::text || ':' || reached.id,
      jsonb_strip_nulls(jsonb_build_object('listing_id', ${listing_id}::bigint, 'why', why, 'search_id', search_id)),
      case when digest.id is null then 'pending' else 'held' end, digest.id,
      ${ctx.request_id}, ${now}, ${now}
    -- A digest that is on its way already lists nothing more.
    from reached left join digests digest on digest.user_id = reached.id and digest.state = 'pending'
    on conflict (dedupe_key) do nothing
  `.execute(tx)
  await wakeSender(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Announces a new listing to all interested people.
 * @returns number of stored messages
 */
export function queueNewOrder(ctx: Context, tx: Tx, listing_id: number): Promise<number> {
  return announce(ctx, tx, listing_id, {
    kind: 'new_order',
    listing: sql<boolean>`true`,
    isWanted: sql<boolean>`person.is_notify_new_order`,
    condition: sql<boolean>`true`,
  })
}

/**
 * Announces a hot order to all interested people. Each person gets only a few hot orders a day. People who were
 * notified of the order shortly before are left out.
 * @returns number of stored messages
 */
export async function queueHotOrder(ctx: Context, tx: Tx, listing_id: number): Promise<number> {
  const now = ctx.now().toISOString()
  // The lock makes announcements run one after another, so that two simultaneous ones cannot exceed a person's daily
  // limit together.
  await sql`select pg_advisory_xact_lock(hashtext('hot-orders'))`.execute(tx)
  return announce(ctx, tx, listing_id, {
    kind: 'hot_order',
    listing: isHot(ctx.now()),
    isWanted: sql<boolean>`person.is_notify_hot_orders`,
    condition: sql<boolean>`(
        select count(*) from deliveries today
        where today.user_id = person.id and today.kind = 'hot_order' and today.state <> 'failed'
          and today.created_at > ${now}::timestamptz - ${hours(24)}) < ${limits.hotOrders.perDay}
      and not exists (
        select from deliveries told
        where told.dedupe_key = 'new_order:' || ${listing_id}::text || ':' || person.id
          and told.created_at > ${now}::timestamptz - ${hours(12)})`,
  })
}

/**
 * Announces a listing in the transaction that publishes it. The message to the author is queued at once, because the
 * author is waiting for the moderator. The messages to other people are queued later, by the workers that consume the
 * event.
 */
export async function announcePublication(
  ctx: Pick<Context, 'now' | 'request_id'>,
  tx: Tx,
  { id: listing_id, author_id }: { id: number; author_id: number },
): Promise<void> {
  const event_id = await record(ctx, tx, 'listing.published', { listing_id })
  await queueDelivery(ctx, tx, {
    to: { user_id: author_id },
    kind: 'listing_published',
    payload: { listing_id },
    // The dedupe key contains the id of the event, so that the author gets a message about each renewal.
    dedupe_key: `listing_published:${event_id}`,
  })
}
