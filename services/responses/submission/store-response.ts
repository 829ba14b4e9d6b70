import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import { defaultLanguage, inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { priceThirdOf, type Third } from '#contract/price-thirds.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { findOriginChannel } from '#services/channels/visits.ts'
import { recordParts } from '#services/core/records/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { place } from '#services/listings/projections.ts'
import { type ResponseRow, selectResponses } from '#services/responses/queries.ts'
import { findMostSimilarResponse, noticeOf, similarResponseArgs } from '#services/responses/shield/copies.ts'
import { type Print, printOf } from '#services/responses/shield/fingerprints.ts'
import { checkAgainstTemplates, shinglesOf } from '#services/responses/shield/templates.ts'
import { currencyId } from './boost.ts'
import { answersTo, lockAndCheckMayRespond } from './rules.ts'

type NewRow = Print & {
  listing_id: number
  user_id: number
  response_text: string
  price: number | null
  currency_id: number | null
  materials_link: string | null
  answers: string | null
  with_resume: boolean
  flag: string | null
  flag_share: number | null
  is_own_copy: boolean | null
  price_third: number | null
  price_among: number | null
  channel_id: number | null
  now: string
  request_id: string | null
}
/**
 * Inserts a response with its fingerprint and event, counts it, and marks the invitation as answered. Returns the
 * response as its sender sees it. The returned place is computed from the rows before the insert. The returned response
 * has no files yet.
 */
const insertResponse = inEachLanguage((language) =>
  prepare<NewRow, ResponseRow>((db, row) => {
    const reader = { viewer_id: row.user_id, now: row.now, language }
    return sql<ResponseRow>`
      with sent as (
        insert into responses (listing_id, user_id, response_text, price, currency_id, materials_link, answers,
          with_resume, flag, flag_share, is_own_copy, price_third, price_among, channel_id, created_at, updated_at)
        values (${row.listing_id}, ${row.user_id}, ${row.response_text}, ${row.price}, ${row.currency_id},
          ${row.materials_link}, ${row.answers}::jsonb, ${row.with_resume}, ${row.flag}, ${row.flag_share},
          ${row.is_own_copy}, ${row.price_third}, ${row.price_among}, ${row.channel_id}, ${row.now},
          ${row.now})
        returning *
      ), counted as (
        update listings set responses_count = responses_count + 1 from sent where listings.id = sent.listing_id
      ), print as (
        insert into response_prints (response_id, shingles, sketch, signature)
        select id, ${row.shingles}::int[], ${row.sketch}::int[], ${row.signature}::bit(256) from sent
      ), invited as (
        update invitations set state = 'responded', seen_at = coalesce(seen_at, ${row.now}), ended_at = null,
          end_reason = null, decline_reason = null
        where invitations.listing_id = ${row.listing_id} and invitations.user_id = ${row.user_id}
      ), ${recordParts('response.sent', 'response_id', 'sent', row)}
      ${selectResponses(db, reader, place('response'), 'sent')}`
  }),
)

export type NewAnswer = Pick<NewResponse, 'response_text'> & Partial<NewResponse>

/**
 * Stores a response in the caller's transaction.
 * @param language language of the returned texts
 * @throws the errors of `admit`; template_unchanged, answers_missing; invalid_input for an unknown currency
 */
export async function storeResponse(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, kind, answer }: { listing_id: number; kind: ListingKind; answer: NewAnswer },
  language: Language = defaultLanguage,
): Promise<ResponseRow> {
  const { response_text, price = null, currency, materials_link = null } = answer
  const user_id = ctx.viewer.id
  const print = printOf(response_text)
  const channel_id = await findOriginChannel(ctx, listing_id, user_id)
  const currencyOfTwin = await similarResponseArgs(ctx, { user_id, listing_id }, print)
  const { questions, has_resume } = await lockAndCheckMayRespond(ctx, tx, { listing_id, kind })
  // The time is read under the lock, so that the times of responses follow the order of the locks.
  const now = ctx.now().toISOString()
  checkAgainstTemplates(await shinglesOf(tx, { user_id }), print)
  const answers = answersTo(questions, answer.answers)
  // A response to an order always has a currency; a response to a vacancy has one only with a price.
  const currency_id = kind === 'vacancy' && price === null ? null : await currencyId(tx, currency)
  const isPriced = price !== null && currency_id !== null
  const prices = isPriced ? await pricesOf(tx, { listing_id, user_id, price, currency_id }) : []
  const [twin] = await findMostSimilarResponse(tx, currencyOfTwin)
  const [sent] = await insertResponse[language](tx, {
    listing_id,
    user_id,
    response_text,
    price,
    currency_id,
    materials_link,
    answers: answers.length > 0 ? JSON.stringify(answers) : null,
    // If the profile has no resume, the response is stored without a resume, even if one should be attached.
    with_resume: answer.with_resume === true && has_resume,
    ...print,
    ...noticeOf(response_text, twin),
    ...findPriceThird(prices),
    channel_id,
    now,
    request_id: ctx.request_id,
  })
  if (!sent) throw new Error('the response was not stored')
  return sent
}

type PriceQuery = { listing_id: number; user_id: number; price: number; currency_id: number }
type Prices = { own: number | null; rivals: number[]; before: boolean }
/**
 * SQL for the response's price and the other prices in one currency, and whether the person has withdrawn an earlier
 * response to the listing.
 */
const pricesOf = prepare(
  (_, { listing_id, user_id, price, currency_id }: PriceQuery) => sql<Prices>`
    select (select (${price}::bigint * rate_to_base)::float8 from currencies where id = ${currency_id}) as own,
      coalesce((
        select array_agg((response.price * currency.rate_to_base)::float8)
        from responses response join currencies currency on currency.id = response.currency_id
        where response.listing_id = ${listing_id} and response.price is not null and response.status <> 'withdrawn'
      ), '{}') as rivals,
      exists (select from responses earlier where earlier.listing_id = ${listing_id}
        and earlier.user_id = ${user_id} and earlier.status = 'withdrawn') as before`,
)

type PriceThird = { price_third: Third | null; price_among: number | null }

/**
 * Returns whether the response's price is in the lowest, middle or highest third of all prices. The person sees it once
 * per listing. A new result after each edit would reveal the prices of others.
 */
function findPriceThird([prices]: Prices[]): PriceThird {
  const { own = null, rivals = [], before = true } = prices ?? {}
  const price_third = own === null || before ? null : priceThirdOf(own, rivals)
  return { price_third, price_among: price_third && rivals.length + 1 }
}
