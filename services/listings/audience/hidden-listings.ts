import { type RawBuilder, sql } from 'kysely'
import { inLanguage } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { Html } from '#services/notifications/format.ts'
import { moment, translateFor } from '#services/notifications/format.ts'
import type { Recipient } from '#services/notifications/kinds.ts'
import { money } from '#services/notifications/price.ts'

type HideRequest = { user_id: number; listing_id: number; reason: NotForMeReason }

/**
 * Hides an order for a person, with a reason. Later orders to which the same reason applies are not announced to the
 * person. Another reason for the same order replaces the first one.
 * @returns false if the reason does not apply to the order
 */
export async function hideOrder(
  ctx: Context,
  tx: Tx,
  { user_id, listing_id, reason }: HideRequest,
): Promise<boolean> {
  const now = ctx.now().toISOString()
  const until = new Date(ctx.now().getTime() + limits.busyMs).toISOString()
  const only = (expected: NotForMeReason, value: RawBuilder<unknown>) =>
    reason === expected ? value : sql`null`
  const { numAffectedRows } = await sql`
    insert into not_for_me
      (user_id, listing_id, reason, category_id, below, payment_format, days, until, created_at)
    select ${user_id}::bigint, id, ${reason}, ${only('topic', sql`category_id`)}, ${only('price', sql`price_base`)},
      ${only('price', sql`payment_format`)},
      ${only('term', sql`ceil(extract(epoch from deadline - ${now}::timestamptz) / 86400)::int`)}::int,
      ${only('busy', sql`${until}::timestamptz`)}::timestamptz, ${now}
    from listings where id = ${listing_id} and ${appliesTo(reason, now)}
    on conflict (user_id, listing_id) do update set reason = excluded.reason, category_id = excluded.category_id,
      below = excluded.below, payment_format = excluded.payment_format, days = excluded.days,
      until = excluded.until, created_at = excluded.created_at
  `.execute(tx)
  return numAffectedRows === 1n
}

/** SQL condition that a person can choose this reason for hiding an order, over the columns of `listings`. */
function appliesTo(reason: NotForMeReason, now: string): RawBuilder<unknown> {
  if (reason === 'topic') return sql`category_id is not null`
  if (reason === 'price') return sql`price_base > 0`
  return reason === 'term' ? sql`deadline > ${now}` : sql`true`
}

/**
 * Undoes the hiding of an order by a person.
 * @returns false if the order was not hidden
 */
export async function unhideOrder(db: Db, user_id: number, listing_id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('not_for_me')
    .where('user_id', '=', user_id)
    .where('listing_id', '=', listing_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the listings that a person has hidden, the most recently hidden first. */
export async function listHidden(ctx: Context, user_id: number, listing_id?: number) {
  return ctx.db
    .selectFrom('not_for_me as mark')
    .innerJoin('listings as listing', 'listing.id', 'mark.listing_id')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .leftJoin('categories as category', 'category.id', 'mark.category_id')
    .select([
      'mark.listing_id',
      'mark.reason',
      'mark.below',
      'mark.payment_format',
      'mark.days',
      'mark.until',
      'listing.title',
    ])
    .select(['category.names as category', 'author.full_name as author'])
    .where('mark.user_id', '=', user_id)
    .where((eb) => eb.or([eb('mark.until', 'is', null), eb('mark.until', '>', ctx.now().toISOString())]))
    .$if(listing_id !== undefined, (query) => query.where('mark.listing_id', '=', listing_id ?? 0))
    .orderBy('mark.created_at', 'desc')
    .orderBy('mark.listing_id', 'desc')
    .limit(limits.shownHiddenListings)
    .execute()
}
type Mark = Awaited<ReturnType<typeof listHidden>>[number]

/**
 * Returns the parameters for the texts about a hidden order: `message.order.not_me.done.<reason>` and
 * `bot.unwanted.<reason>`.
 */
export function hiddenTextParameters(reader: Recipient, mark: Mark): Record<string, string | Html> {
  const { below, payment_format, until, category, author } = mark
  const amount = below === null ? '' : money(reader.language, below, 'RUB')
  return {
    author,
    category: (category && inLanguage(category, reader.language)) ?? '',
    amount: payment_format === 'hourly' ? translateFor(reader, 'price.hourly', { amount }) : amount,
    date: until === null ? '' : moment(reader, until),
  }
}

/**
 * SQL conditions that another listing is unsuitable for the reason for which a person hid a listing. The query needs
 * the aliases `mark` (the reason), `seen` (the hidden listing) and `listing` (the other listing).
 */
const isCheaper = sql`seen.kind = listing.kind and mark.payment_format is not distinct from listing.payment_format
  and listing.price_base < mark.below`
const isSooner = (now: RawBuilder<unknown>) => sql`listing.deadline < (${now}) + mark.days * interval '1 day'`
const isOfSpeciality = sql`mark.category_id = listing.category_id`

/**
 * SQL condition that the person is not notified of an order, because the person hid another order for a reason that
 * applies to this order too. The query needs the aliases `person`, `listing` and `matched`, where `ways` is the number
 * of rules that selected the person and `why` is the first of these rules.
 */
export function isHiddenFromPerson(now: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from not_for_me mark join listings seen on seen.id = mark.listing_id
    where mark.user_id = person.id and case mark.reason
      when 'author' then seen.author_id = listing.author_id
      when 'price' then ${isCheaper}
      when 'term' then ${isSooner(sql`${now}::timestamptz`)}
      when 'topic' then ${isOfSpeciality} and matched.why <> 'search' and matched.ways < 2
      else mark.until > ${now}
    end)`
}

/**
 * SQL condition that a listing resembles one that the person has hidden. The person's collection ranks such a listing
 * lower. The query needs the aliases `person` and `listing`.
 */
export function isLikeHidden(now: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from not_for_me mark join listings seen on seen.id = mark.listing_id
    where mark.user_id = person.id and case mark.reason
      when 'price' then ${isCheaper}
      when 'term' then ${isSooner(now)}
      when 'topic' then ${isOfSpeciality}
      else false
    end)`
}

/**
 * SQL for one row about a person's hidden listings: their ids, the ids of hidden authors, and a text of all listings
 * with the reasons. The text changes whenever the person hides or shows a listing.
 */
export const hiddenSummary = (person: RawBuilder<unknown>, now: string): RawBuilder<unknown> => sql`
  select coalesce(array_agg(mark.listing_id order by mark.listing_id), '{}') as marked,
    coalesce(array_agg(seen.author_id) filter (where mark.reason = 'author'), '{}') as unwanted,
    coalesce(string_agg(mark.listing_id || ' ' || mark.reason, ',' order by mark.listing_id), '') as said
  from not_for_me mark join listings seen on seen.id = mark.listing_id
  where mark.user_id = ${person} and (mark.until is null or mark.until > ${now}::timestamptz)`

/** Returns the reasons that a person can choose for hiding an order. */
export function reasonsAbout(
  order: {
    category: unknown
    price: number | null
    min_stake: number | null
    max_stake: number | null
    deadline: string | null
  },
  now: Date,
): NotForMeReason[] {
  const isPriced = (order.price ?? order.max_stake ?? order.min_stake ?? 0) > 0
  const isDue = order.deadline !== null && Date.parse(order.deadline) > now.getTime()
  return [
    ...(order.category ? (['topic'] as const) : []),
    ...(isPriced ? (['price'] as const) : []),
    ...(isDue ? (['term'] as const) : []),
    'author',
    'busy',
  ]
}
