import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListRequest } from '#contract/calls/page-request.ts'
import type { ListedRequest, ServiceRequest } from '#contract/calls/service-request-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { requestActsOf } from '#contract/policies.ts'
import type { RequestAct, RequestEnd, RequestSide, RequestState } from '#contract/service-requests.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { filesJson, toFile } from '#services/files/queries.ts'
import { requestState } from '#services/listings/page/columns.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { amount, currency, nameIn, translated } from '#services/reference/projections.ts'
import { publicUser } from '#services/users/people/projections.ts'

type ListedReply = z.output<typeof ListedRequest>
type RequestReply = z.output<typeof ServiceRequest>

/** Side whose answer a request awaits; null after its end. */
export function waitingSide(state: RequestState): RequestSide | null {
  if (state === 'offered') return 'freelancer'
  return state === 'countered' ? 'client' : null
}

/** SQL condition that the request waits for the person on a side. The query needs the alias `request`. */
const waitsFor = (side: RequestSide) =>
  side === 'freelancer'
    ? sql<boolean>`(request.ended_at is null and request.countered_at is null)`
    : sql<boolean>`(request.ended_at is null and request.countered_at is not null)`

/** SQL for the unit of a price. The query needs the alias `request`. */
const unitOf = (language: Reader['language']): RawBuilder<ListedReply['unit']> =>
  sql`(select json_build_object('id', term.id, 'name', ${nameIn(language, 'term')},
    'description', ${translated(language, 'term.descriptions')})
    from price_terms term where term.id = request.price_term_id)`

/** Selects requests with what a list shows. The order of a request is read under the alias `listing`. */
function selectRequests(db: Db, { viewer_id, language, now }: Omit<Reader, 'link'>) {
  return db
    .selectFrom('service_requests as request')
    .innerJoin('listings as listing', 'listing.id', 'request.listing_id')
    .innerJoin('users as client', 'client.id', 'request.client_id')
    .innerJoin('users as freelancer', 'freelancer.id', 'request.freelancer_id')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .select(['request.listing_id as id', 'request.service_id', 'request.service_name'])
    .select(['request.days as list_days', 'request.counter_days', 'request.countered_at', 'request.seen_at'])
    .select(['request.offered_at', 'request.ends_at', 'request.ended_at', 'listing.status as order_status'])
    .select([
      requestState.$castTo<RequestState>().as('state'),
      amount('listing.price').as('price'),
      amount('request.list_price').as('list_price'),
      amount('request.counter_price').as('counter_price'),
      currency('currency', { language, now }).as('currency'),
      unitOf(language).as('unit'),
      publicUser('client', language).as('client'),
      publicUser('freelancer', language).as('freelancer'),
      sql<RequestSide | null>`case ${viewer_id}::bigint when request.client_id then 'client'
        when request.freelancer_id then 'freelancer' end`.as('side'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>

const toListed = (row: Row): ListedReply => ({
  id: row.id,
  service_id: row.service_id,
  service_name: row.service_name,
  state: row.state,
  order_status: row.order_status,
  side: row.side,
  waits_for: waitingSide(row.state),
  client: row.client,
  freelancer: row.freelancer,
  price: row.countered_at === null ? row.list_price : row.counter_price,
  days: row.countered_at === null ? row.list_days : row.counter_days,
  currency: row.currency,
  unit: row.unit,
  list_price: row.list_price,
  list_days: row.list_days,
  is_seen: row.seen_at !== null,
  offered_at: row.offered_at,
  ends_at: row.ends_at,
  ended_at: row.ended_at,
})

/**
 * The viewer's requests on one side: those that wait for the viewer first, then the newest.
 * @throws invalid_input for a wrong cursor
 */
export async function listRequests(
  ctx: UserContext,
  { side, per_page, cursor }: ListRequest & { side: RequestSide },
) {
  const name = `requests_${side}`
  const after = cursor === undefined ? undefined : readCursor(cursor, name)
  const ownColumn = sql.ref(`request.${side}_id`)
  const rank = sql<number>`${waitsFor(side)}::int`
  const own = sql<boolean>`${ownColumn} = ${ctx.viewer.id}`
  const [rows, counts] = await Promise.all([
    selectRequests(ctx.db, readerOf(ctx))
      .select(rank.as('rank'))
      .where(own)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${rank}, request.listing_id) < (${after?.rank}, ${after?.id})`),
      )
      .orderBy(rank, 'desc')
      .orderBy('request.listing_id', 'desc')
      .limit(per_page + 1)
      .execute(),
    ctx.db
      .selectFrom('service_requests as request')
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where ${waitsFor(side)}))::int`.as('waiting'),
      ])
      .where(own)
      .executeTakeFirstOrThrow(),
  ])
  const last = rows.length > per_page ? rows[per_page - 1] : undefined
  return {
    items: rows.slice(0, per_page).map(toListed),
    ...counts,
    next_cursor: last ? writeCursor(name, { rank: last.rank, id: last.id }) : null,
  }
}

type Story = RequestReply['story']
type StoryFacts = {
  sent_at: string
  seen_at: string | null
  countered_at: string | null
  ended_at: string | null
  end_reason: RequestEnd | null
  ended_by: RequestSide | null
}

/** Steps of a request, oldest first. */
function storyOf(facts: StoryFacts, { list_price, list_days, counter_price, counter_days }: Row): Story {
  const none = { price: null, days: null }
  const { sent_at, seen_at, countered_at, ended_at, end_reason, ended_by } = facts
  const steps: Story = [{ step: 'sent', at: sent_at, by: 'client', price: list_price, days: list_days }]
  if (seen_at !== null) steps.push({ step: 'seen', at: seen_at, by: 'freelancer', ...none })
  if (countered_at !== null)
    steps.push({
      step: 'countered',
      at: countered_at,
      by: 'freelancer',
      price: counter_price,
      days: counter_days,
    })
  if (ended_at !== null && end_reason !== null)
    steps.push({ step: end_reason, at: ended_at, by: ended_by, ...none })
  return steps
}

/**
 * A request with its story, for its two sides and the staff.
 * @throws not_found for everybody else
 */
export async function getRequest(ctx: UserContext, id: number): Promise<RequestReply> {
  const reader = readerOf(ctx)
  const row = await selectRequests(ctx.db, reader)
    .select(['request.answers', 'request.counter_reason', 'request.decline_reason', 'request.end_reason'])
    .select('listing.created_at as sent_at')
    .select([
      filesJson('listing').as('files'),
      sql<RequestSide | null>`case request.ended_by when request.client_id then 'client'
        when request.freelancer_id then 'freelancer' end`.as('ended_by'),
      sql<number | null>`(select reply_minutes from person_records record
        where record.user_id = request.freelancer_id and record.talks >= ${limits.record.least})`.as(
        'reply_minutes',
      ),
      sql<number | null>`(select room.id from chat_rooms room where room.listing_id = listing.id limit 1)`.as(
        'room_id',
      ),
    ])
    .where('request.listing_id', '=', id)
    .where(
      sql<boolean>`(${reader.viewer_id} in (request.client_id, request.freelancer_id)
        or exists (select from users where id = ${reader.viewer_id} and role <> 'user'))`,
    )
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { answers, counter_reason, decline_reason, files, reply_minutes, room_id } = row
  return {
    ...toListed(row),
    answers,
    files: files.map((file) => toFile(file, reader.link)),
    counter_reason,
    decline_reason,
    reply_minutes,
    story: storyOf(row, row),
    acts: actsNow(row.side, { ...row, status: row.order_status }, ctx.now()),
    room_id,
  }
}

/** A request as its acts read it; amounts in minor units. */
export async function readRequest(db: Db, id: number) {
  return db
    .selectFrom('service_requests as request')
    .innerJoin('listings as listing', 'listing.id', 'request.listing_id')
    .innerJoin('currencies as currency', 'currency.id', 'listing.currency_id')
    .select(['listing.id', 'listing.status', 'listing.currency_id', 'listing.payment_format'])
    .select(['request.client_id', 'request.freelancer_id', 'request.service_name', 'request.answers'])
    .select([
      'request.list_price',
      'request.days as list_days',
      'request.counter_price',
      'request.counter_days',
    ])
    .select(['request.counter_reason', 'request.countered_at', 'request.ends_at', 'request.ended_by'])
    .select(['request.end_reason', 'request.decline_reason', 'listing.deadline'])
    .select('currency.code as currency')
    .select(requestState.$castTo<RequestState>().as('state'))
    .where('request.listing_id', '=', id)
    .executeTakeFirst()
}
export type RequestRow = NonNullable<Awaited<ReturnType<typeof readRequest>>>

/** Price and days of the offer that counts: the freelancer's other price if there is one. Amounts in minor units. */
export function currentOffer(request: RequestRow): { price: number | null; days: number | null } {
  return request.countered_at === null
    ? { price: request.list_price, days: request.list_days }
    : { price: request.counter_price, days: request.counter_days }
}

export function sideOf(
  { client_id, freelancer_id }: Pick<RequestRow, 'client_id' | 'freelancer_id'>,
  user_id: number,
): RequestSide | null {
  if (client_id === user_id) return 'client'
  return freelancer_id === user_id ? 'freelancer' : null
}

/** Acts that a side may do with a request now. An offer whose time is over waits only for its end. */
export function actsNow(
  side: RequestSide | null,
  { status, countered_at, ends_at }: { status: ListingStatus; countered_at: string | null; ends_at: string },
  now: Date,
): RequestAct[] {
  const isOver = Date.parse(ends_at) <= now.getTime()
  return isOver ? [] : requestActsOf(side, { status, is_countered: countered_at !== null })
}

/** A request as one of its sides sees it, with the offer that counts; amounts in minor units. */
export type RequestFacts = RequestRow & {
  side: RequestSide
  acts: RequestAct[]
  price: number | null
  days: number | null
}

/** Finds a request for one of its sides; undefined for everybody else. */
export async function findRequest(db: Db, id: number, user_id: number): Promise<RequestFacts | undefined> {
  const request = await readRequest(db, id)
  const side = request && sideOf(request, user_id)
  if (!side) return undefined
  const acts = requestActsOf(side, { status: request.status, is_countered: request.countered_at !== null })
  return { ...request, ...currentOffer(request), side, acts }
}
