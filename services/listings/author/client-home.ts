import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { homeCalls } from '#contract/calls/home.ts'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { type WaitingKind, waitingKinds } from '#contract/options.ts'
import type { RequestState } from '#contract/service-requests.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { pickSuitable } from '#services/listings/collection/free-people.ts'
import { requestState } from '#services/listings/page/columns.ts'
import { agreementJson } from '#services/listings/page/deals.ts'
import { currencyOf, readerOf } from '#services/listings/projections.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'

type Home = z.output<(typeof homeCalls)['GET /api/users/client_home']['reply']>
type Currency = Home['listings'][number]['currency']

/**
 * A listing on the client's home screen. It is one of the client's newest listings, and it is unfinished or its work
 * may still be reviewed.
 */
type Row = {
  id: number
  kind: ListingKind
  title: string
  status: ListingStatus
  created_at: string
  published_at: string | null
  min_price: number | null
  max_price: number | null
  currency: Currency
  payment_format: string | null
  deadline: string | null
  chosen_at: string | null
  /** The chosen executor; for an order of a service, the freelancer who is asked. */
  executor_name: string | null
  request_state: RequestState | null
  countered_at: string | null
  agreement: { price: number | null; currency: Currency; due_at: string | null } | null
  changed_at: string
  handed_in_at: string | null
  expires_at: string | null
  completed_at: string | null
  new_responses: number
  answered_at: string | null
  room_id: number | null
  asked_at: string | null
  category_id: number | null
  placement_period: number
}

const days = (count: number) => sql`${sql.lit(count)} * interval '1 day'`
const dayMs = 24 * 60 * 60_000

/**
 * SQL condition that the author of a listing may still write a review of its executor. The query needs the alias `listing`.
 */
function reviewDue(viewer_id: number, now: RawBuilder<unknown>) {
  return sql`listing.status in ('completed', 'archived') and listing.executor_id is not null
    and listing.completed_at > ${now} - ${days(limits.review.ms / dayMs)}
    and not exists (select from reviews where listing_id = listing.id and author_id = ${viewer_id})`
}

async function findOwn(ctx: UserContext): Promise<Row[]> {
  const viewer_id = ctx.viewer.id
  const reader = { language: ctx.language, now: ctx.now().toISOString() }
  const now = sql`${reader.now}::timestamptz`
  const { rows } = await sql<Row>`
    select listing.id, listing.kind, listing.title, listing.status, listing.created_at, listing.published_at,
      coalesce(listing.min_stake, listing.price)::float8 / 100 as min_price,
      coalesce(listing.max_stake, listing.price)::float8 / 100 as max_price,
      ${currencyOf(reader, sql`listing.currency_id`)} as currency, listing.payment_format,
      listing.deadline, listing.chosen_at,
      (select full_name from users executor where executor.id = coalesce(listing.executor_id, request.freelancer_id)
        and executor.status <> 'deleted') as executor_name,
      ${requestState} as request_state, request.countered_at,
      case when listing.status = 'in_progress' then ${agreementJson(reader)} end as agreement,
      listing.updated_at as changed_at, listing.handed_in_at, listing.expires_at, listing.completed_at,
      fresh.new_responses, fresh.answered_at, room.room_id, room.asked_at,
      listing.category_id, listing.placement_period
    from listings listing
    left join service_requests request on request.listing_id = listing.id
    cross join lateral (select count(*)::int as new_responses, min(created_at) as answered_at from responses
      where listing_id = listing.id and status = 'no_show') fresh
    left join lateral (select room.id as room_id, room.last_message_at as asked_at
      from chat_rooms room join chat_members mine on mine.room_id = room.id and mine.user_id = ${viewer_id}
      where room.listing_id = listing.id and mine.unread_count > 0 and mine.archived_at is null
      order by room.last_message_at limit 1) room on true
    where listing.author_id = ${viewer_id} and (listing.status in ('draft', 'awaiting_payment', 'moderation',
      'rejected', 'published', 'hidden', 'in_progress', 'expired', 'offered') or ${reviewDue(viewer_id, now)})
    order by listing.id desc limit ${sql.lit(limits.clientHome.considered)}`.execute(ctx.db)
  return rows
}

/**
 * Returns the most urgent reason why a listing waits for an action of its author; null if there is none. One reason per
 * listing keeps the listing from appearing twice.
 */
function waitingReason(row: Row, now: number): { kind: WaitingKind; since: string } | null {
  const { status, handed_in_at, new_responses, answered_at, asked_at, expires_at, completed_at } = row
  const isOpen = status === 'published' || status === 'hidden'
  const ends = expires_at !== null && Date.parse(expires_at) - now < limits.clientHome.endingMs
  if (status === 'in_progress' && handed_in_at) return { kind: 'handed_in', since: handed_in_at }
  if (row.request_state === 'countered' && row.countered_at)
    return { kind: 'countered', since: row.countered_at }
  if (isOpen && new_responses > 0 && answered_at) return { kind: 'responses', since: answered_at }
  if (asked_at) return { kind: 'question', since: asked_at }
  if (status === 'draft' || status === 'awaiting_payment') return { kind: 'payment', since: row.created_at }
  if (status === 'rejected') return { kind: 'rejected', since: row.changed_at }
  if (status === 'expired' || (isOpen && ends))
    return { kind: 'expiring', since: expires_at ?? row.changed_at }
  return completed_at ? { kind: 'review', since: completed_at } : null
}

function toListing(row: Row): Home['listings'][number] {
  const { id, kind, title, status, created_at, published_at, chosen_at, executor_name, agreement } = row
  const { expires_at } = row
  const listing = { id, kind, title, status, created_at, published_at, expires_at, chosen_at, executor_name }
  if (!agreement)
    return {
      ...listing,
      min_price: row.min_price,
      max_price: row.max_price,
      currency: row.currency,
      payment_format: row.payment_format,
      due_at: row.deadline,
    }
  const { price, currency, due_at } = agreement
  return { ...listing, min_price: price, max_price: price, currency, payment_format: null, due_at }
}

/**
 * Reads the client's home screen: listings that wait for an action of the client, the client's other listings, and
 * freelancers who suit one of the client's listings.
 */
export async function readClientHome(ctx: UserContext): Promise<Home> {
  const now = ctx.now().getTime()
  const { waiting, listings, freelancers } = limits.clientHome
  const [own, kinds, suitable] = await Promise.all([
    findOwn(ctx),
    ctx.db
      .selectFrom('listings')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('total')])
      .where('author_id', '=', ctx.viewer.id)
      .where('status', '<>', 'deleted')
      .groupBy('kind')
      .orderBy((eb) => eb.fn.max('created_at'), 'desc')
      .orderBy((eb) => eb.fn.max('id'), 'desc')
      .execute(),
    pickSuitable(ctx, freelancers),
  ])
  const waitingRows = own.map((row) => ({ row, wait: waitingReason(row, now) }))
  const waits = waitingRows
    .flatMap(({ row, wait }) => (wait ? [{ row, ...wait }] : []))
    .sort(
      (one, other) =>
        waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind) ||
        Date.parse(one.since) - Date.parse(other.since),
    )
  return {
    waiting: waits.slice(0, waiting).map(({ row, kind, since }) => ({
      listing_id: row.id,
      listing_kind: row.kind,
      title: row.title,
      kind,
      since,
      count: row.new_responses,
      room_id: kind === 'question' ? row.room_id : null,
      category_id: row.category_id,
      placement_period: row.placement_period,
    })),
    waiting_total: waits.length,
    listings: waitingRows
      .filter(({ wait }) => !wait)
      .slice(0, listings)
      .map(({ row }) => toListing(row)),
    listings_total: kinds.reduce((sum, { total }) => sum + total, 0),
    posted_kinds: kinds.map(({ kind }) => kind),
    freelancers: await listUsersByIds(ctx.db, suitable.ids, readerOf(ctx)),
    freelancers_for: suitable.listing,
  }
}
