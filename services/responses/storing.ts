import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { prepare, together } from '#db/prepared.ts'
import { record } from '#services/core/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { admit } from './admission.ts'
import { answersTo } from './answers.ts'
import { currencyIdOf, knownCurrency, wantedCurrency } from './boost.ts'
import { placeAmong, pricesOf } from './price-third.ts'
import { findTwin, noticeOf } from './shield/copies.ts'
import { type Print, printOf } from './shield/prints.ts'
import { checkAgainstTemplates, shinglesOf } from './shield/templates.ts'

const resumeOf = prepare((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('users')
    .select(sql<boolean>`resume_url is not null or resume_file_id is not null`.as('is_there'))
    .where('id', '=', user_id),
)

/** What a response names, and what it is compared with. */
const consider = together({
  templates: shinglesOf,
  currency: currencyIdOf,
  resume: resumeOf,
  prices: pricesOf,
})

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
  now: string
}
/** The response with its print, one more of them at its listing, and the answer to an invitation. */
const insertResponse = prepare<NewRow, { id: number }>(
  (_, row) => sql<{ id: number }>`
    with response as (
      insert into responses (listing_id, user_id, response_text, price, currency_id, materials_link, answers,
        with_resume, flag, flag_share, is_own_copy, price_third, price_among, created_at, updated_at)
      values (${row.listing_id}, ${row.user_id}, ${row.response_text}, ${row.price}, ${row.currency_id},
        ${row.materials_link}, ${row.answers}::jsonb, ${row.with_resume}, ${row.flag}, ${row.flag_share},
        ${row.is_own_copy}, ${row.price_third}, ${row.price_among}, ${row.now}, ${row.now})
      returning id, listing_id
    ), counted as (
      update listings set responses_count = responses_count + 1 from response where listings.id = response.listing_id
    ), print as (
      insert into response_prints (response_id, shingles, sketch)
      select id, ${row.shingles}::int[], ${row.sketch}::int[] from response
    ), invited as (
      update invitations set state = 'responded', seen_at = coalesce(seen_at, ${row.now}), ended_at = null, end_reason = null,
        decline_reason = null
      where invitations.listing_id = ${row.listing_id} and invitations.user_id = ${row.user_id}
    )
    select id from response`,
)

export type NewAnswer = Pick<NewResponse, 'response_text'> & Partial<NewResponse>

/**
 * Stores a response in the caller's transaction, by whichever door it came.
 * @returns its id
 * @throws what `admit` throws, and template_unchanged, answers_missing
 */
export async function storeResponse(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, kind, answer }: { listing_id: number; kind: ListingKind; answer: NewAnswer },
): Promise<number> {
  const questions = await admit(ctx, tx, listing_id, kind)
  // Read under the lock, so that the time of the response follows the order of the locks.
  const now = ctx.now().toISOString()
  const { response_text, price = null } = answer
  const user_id = ctx.viewer.id
  const print = printOf(response_text)
  const wanted = wantedCurrency(answer.currency)
  const { templates, currency, resume, prices } = await consider(tx, {
    templates: { user_id },
    currency: wanted,
    resume: { user_id },
    prices: { listing_id, user_id, price, ...wanted },
  })
  checkAgainstTemplates(templates, print)
  const answered = answersTo(questions, answer.answers)
  const twin = await findTwin(ctx, tx, { user_id, listing_id }, print)
  const [made] = await insertResponse(tx, {
    ...{ listing_id, user_id, response_text, price, now, ...print },
    // To an order it has a currency also without a price; to a vacancy nobody names one.
    currency_id: kind === 'vacancy' && price === null ? null : knownCurrency(currency),
    materials_link: answer.materials_link ?? null,
    answers: answered.length > 0 ? JSON.stringify(answered) : null,
    // The wish to attach a resume is kept only when there is one; a missing resume does not refuse the response.
    with_resume: answer.with_resume === true && resume[0]?.is_there === true,
    ...noticeOf(response_text, twin),
    ...placeAmong(prices),
  })
  if (!made) throw new Error('the response was not stored')
  await record(ctx, tx, 'response.sent', { response_id: made.id })
  return made.id
}
