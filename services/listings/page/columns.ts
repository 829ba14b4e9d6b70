import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { RequestState } from '#contract/service-requests.ts'
import type { Db } from '#db/index.ts'
import { type FileRow, filesJson } from '#services/files/queries.ts'
import { amount } from '#services/reference/projections.ts'
import { type RecordRow, recordOf } from '#services/users/people/records.ts'
import { hasBlocked } from '#services/users/visibility/blocks.ts'
import { askedFreelancer } from '../access.ts'
import { type Reader, sharedColumns } from '../projections.ts'
import { dealJson, unitOf, type View } from './deals.ts'

const dayMs = 24 * 60 * 60_000

const listingColumns = [
  'listing.id',
  'listing.kind',
  'listing.title',
  'listing.author_id',
  'listing.category_id',
  'listing.currency_id',
  'listing.language',
  'listing.is_remote',
  'listing.location',
  'listing.status',
  'listing.audience',
  'listing.is_published',
  'listing.is_paid',
  'listing.is_archive',
  'listing.is_active',
  'listing.published_at',
  'listing.created_at',
  'listing.expires_at',
  'listing.deadline',
  'listing.placement_period',
  'listing.payment_format',
  'listing.job_type',
  'listing.experience',
  'listing.responses_count',
  'listing.skills',
] as const

export type Asked = Pick<Reader, 'viewer_id' | 'now'> & { ids: number[] }
export type Wanted = { language: Language; view: View }

const reviewsEnd = sql`(listing.completed_at + ${sql.lit(limits.review.ms / dayMs)} * interval '1 day')`

/**
 * SQL for the end of the time in which the viewer may review the other side of a deal. Null if that time is over or the
 * viewer has written a review. The query needs the alias `listing`.
 */
function reviewUntil(viewer_id: number, now: string) {
  return sql`case when ${viewer_id} in (listing.author_id, listing.executor_id)
    and listing.executor_id is not null and ${reviewsEnd} > ${now}::timestamptz
    and not exists (select from reviews where listing_id = listing.id and author_id = ${viewer_id})
    then ${reviewsEnd} end`
}

type Invited = { invited: number; responded: number }

/** SQL for the numbers of the author's invitations. The query needs the alias `listing`. */
function invitedCounts(viewer_id: number) {
  return sql`case when listing.author_id = ${viewer_id} then (select json_build_object('invited', count(*),
    'responded', count(*) filter (where state = 'responded')) from invitations where listing_id = listing.id) end`
}

/**
 * SQL for the roubles that the author of a rejected listing gets back, by the rule of `refundPlacement`. The query needs
 * the alias `listing`.
 */
function refundPrice(viewer_id: number) {
  return sql`case when listing.author_id = ${viewer_id} and listing.status = 'rejected' then
    (select sum(payment.amount)::float8 / 100 from payments payment where payment.listing_id = listing.id
      and payment.state = 'paid' and payment.source = 'money' and payment.currency = 'RUB'
      and payment.paid_at > coalesce(listing.expires_at, '-infinity')
      and not exists (select from credits where credits.source_payment_id = payment.id)) end`
}

type OwnReview = { rating: number; text: string | null; shown_at: string }

/** SQL for the viewer's own review while it is not published yet. The query needs the alias `listing`. */
function ownReview(viewer_id: number) {
  return sql`(select json_build_object('rating', rating, 'text', review_text, 'shown_at', ${reviewsEnd}) from reviews
    where listing_id = listing.id and author_id = ${viewer_id} and published_at is null)`
}

/** Columns that only the full page of a listing has (chat, files, the viewer's review). For lists they are empty. */
function pageColumns({ viewer_id, now }: Omit<Asked, 'ids'>, view: Wanted['view']) {
  const isPage = view === 'page'
  return [
    sql<boolean>`${
      isPage
        ? sql`listing.author_id = ${viewer_id} and
            exists (select from listing_revisions where listing_id = listing.id and state = 'pending')`
        : sql`false`
    }`.as('is_edit_pending'),
    sql<string | null>`${isPage ? reviewUntil(viewer_id, now) : sql`null::timestamptz`}`.as('review_until'),
    sql<OwnReview | null>`${isPage ? ownReview(viewer_id) : sql`null::json`}`.as('own_review'),
    sql<Invited | null>`${isPage ? invitedCounts(viewer_id) : sql`null::json`}`.as('invitations'),
    sql<number | null>`${isPage ? refundPrice(viewer_id) : sql`null::float8`}`.as('refund_price'),
    sql<{ id: number }[]>`${
      isPage
        ? sql`(select coalesce(json_agg(json_build_object('id', room.id) order by room.id), '[]') from chat_rooms room
            where room.listing_id = listing.id and ${viewer_id} in (room.user_low, room.user_high))`
        : sql`'[]'::json`
    }`.as('chats'),
    sql<FileRow[]>`${isPage ? filesJson('listing') : sql`'[]'::json`}`.as('files'),
    sql<boolean>`${
      isPage ? sql`exists (select from users where id = ${viewer_id} and role <> 'user')` : sql`false`
    }`.as('is_staff'),
    sql<RecordRow | null>`${isPage ? recordOf(sql`listing.author_id`) : sql`null::json`}`.as('author_record'),
    sql<boolean>`${isPage ? hasBlocked('listing.author_id', viewer_id) : sql`false`}`.as('blocks_viewer'),
  ] as const
}

/**
 * SQL for the number of paid top places that are taken on a listing. The condition matches the index
 * responses_standing: with `boosted_at is not null` Postgres would read the whole table. The query needs the alias
 * `listing`.
 */
export const boosts = sql<number>`(select count(*)::int from responses where listing_id = listing.id
  and coalesce(boosted_at, 'infinity') < 'infinity' and status <> 'withdrawn')`

/** SQL condition that a payment for the viewer's boost is open. The query needs the alias `listing`. */
const isBoostPending = (viewer_id: number) => sql<boolean>`exists (select from payments payment
  join responses mine on mine.id = payment.response_id where mine.listing_id = listing.id
  and mine.user_id = ${viewer_id} and payment.state in ('created', 'pending'))`

/**
 * SQL for the state of the request that a private order is; null for a public listing. The query needs the alias
 * `listing`.
 */
export const requestState = sql<RequestState | null>`case when listing.audience = 'private' then case
  when listing.status = 'offered' and exists (select from service_requests
    where listing_id = listing.id and countered_at is not null) then 'countered'
  when listing.status in ('offered', 'declined', 'withdrawn', 'lapsed') then listing.status else 'accepted' end end`

/**
 * SQL for the unit of the price of a private order. Null for a public listing, and for the units that its payment format
 * names: the whole work and the hour. The query needs the alias `listing`.
 */
const priceUnit = (language: Language) => sql<string | null>`case
  when listing.audience = 'private' and listing.payment_format is distinct from 'hourly' then ${unitOf(language)} end`

/**
 * SQL for a price of an order. A request for a service that waits for an answer has the price of its last offer, which
 * may be another price of the freelancer. The query needs the alias `listing`.
 */
const orderPrice = (column: 'price' | 'min_stake' | 'max_stake') => sql<number | null>`(case
  when listing.status = 'offered' then case
    when (listing.payment_format is not distinct from 'hourly') = ${sql.lit(column !== 'price')} then (
      select case when countered_at is null then list_price else counter_price end
      from service_requests where listing_id = listing.id) end
  else ${sql.ref(`listing.${column}`)} end)::float8 / 100`

/** Selects the columns that orders and vacancies share. */
function selectListings(db: Db, { viewer_id, now, ids }: Asked, { language, view }: Wanted) {
  return db
    .selectFrom('listings as listing')
    .select([
      ...listingColumns,
      requestState.as('request_state'),
      priceUnit(language).as('price_unit'),
      askedFreelancer.as('asked_id'),
      ...sharedColumns({ viewer_id, now, language }),
      ...pageColumns({ viewer_id, now }, view),
    ])
    .where(sql<boolean>`listing.id = any(${ids})`)
}

export function selectOrders(db: Db, args: Asked, options: Wanted) {
  const { viewer_id, now } = args
  return selectListings(db, args, options)
    .innerJoin('orders as text', 'text.listing_id', 'listing.id')
    .select([
      sql<string>`coalesce(text.subtitle, '')`.as('subtitle'),
      'text.questions',
      orderPrice('price').as('price'),
      orderPrice('min_stake').as('min_stake'),
      orderPrice('max_stake').as('max_stake'),
      sql<number>`listing.response_stake::float8 / 100`.as('response_stake'),
      boosts.as('boosts'),
      (options.view === 'page' ? isBoostPending(viewer_id) : sql<boolean>`false`).as('is_boost_pending'),
      dealJson({ viewer_id, now, ...options }).as('deal'),
    ])
}
export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

export function selectVacancies(db: Db, args: Asked, options: Wanted) {
  return selectListings(db, args, options)
    .innerJoin('vacancies as text', 'text.listing_id', 'listing.id')
    .select([
      sql<string>`coalesce(text.description, '')`.as('description'),
      'text.requirements',
      'text.responsibilities',
      'text.additional_info',
      'text.conditions',
      'text.work_conditions',
      'text.important_info',
      'text.important_notes',
      'text.nice_to_have',
      'text.mandatory_tasks',
      'text.questions',
      'listing.keep_open',
      amount('listing.price').as('hourly_rate'),
      amount('text.response_price').as('response_price'),
    ])
}
export type VacancyRow = Awaited<ReturnType<ReturnType<typeof selectVacancies>['execute']>>[number]
