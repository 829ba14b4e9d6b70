import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import { defaultLanguage, inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { inTurn, inTurnToEnd, prepare, together } from '#db/prepared.ts'
import { recordParts } from '#services/core/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { place } from '#services/listings/projections.ts'
import { admission, admit, askedOf, takeTurn } from './admission.ts'
import { answersTo } from './answers.ts'
import { currencyIdOf, knownCurrency, wantedCurrency } from './boost.ts'
import { placeAmong, pricesOf } from './price-third.ts'
import { type ResponseRow, selectResponses } from './queries.ts'
import { askedOfTwin, noticeOf, twinOf } from './shield/copies.ts'
import { type Print, printOf } from './shield/prints.ts'
import { checkAgainstTemplates, shinglesOf } from './shield/templates.ts'

const resumeOf = prepare((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('users')
    .select(sql<boolean>`resume_url is not null or resume_file_id is not null`.as('is_there'))
    .where('id', '=', user_id),
)

/** What decides about a response, what it names, and what it is compared with. */
const consider = together({
  ...admission,
  templates: shinglesOf,
  currency: currencyIdOf,
  resume: resumeOf,
  prices: pricesOf,
  twin: twinOf,
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
  request_id: string | null
}
/**
 * The response with its print, one more of them at its listing, the answer to an invitation, and its event. Read as its
 * sender sees it: what was there before is counted as it was, and a new response has no files.
 */
const insertResponse = inEachLanguage((language) =>
  prepare<NewRow, ResponseRow>((db, row) => {
    const reader = { viewer_id: row.user_id, now: row.now, language }
    return sql<ResponseRow>`
      with sent as (
        insert into responses (listing_id, user_id, response_text, price, currency_id, materials_link, answers,
          with_resume, flag, flag_share, is_own_copy, price_third, price_among, created_at, updated_at)
        values (${row.listing_id}, ${row.user_id}, ${row.response_text}, ${row.price}, ${row.currency_id},
          ${row.materials_link}, ${row.answers}::jsonb, ${row.with_resume}, ${row.flag}, ${row.flag_share},
          ${row.is_own_copy}, ${row.price_third}, ${row.price_among}, ${row.now}, ${row.now})
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
 * Stores a response in the caller's transaction, by whichever door it came, in two questions: what decides about it,
 * and the writing.
 * @param language in which its sender reads it
 * @param isLast nothing follows: the transaction is committed with it
 * @throws what `admit` throws, and template_unchanged, answers_missing
 */
export async function storeResponse(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, kind, answer }: { listing_id: number; kind: ListingKind; answer: NewAnswer },
  { language = defaultLanguage, isLast = false }: { language?: Language; isLast?: boolean } = {},
): Promise<ResponseRow> {
  const { response_text, price = null } = answer
  const user_id = ctx.viewer.id
  const print = printOf(response_text)
  const wanted = wantedCurrency(answer.currency)
  const asked = {
    ...askedOf(ctx, listing_id),
    templates: { user_id },
    currency: wanted,
    resume: { user_id },
    prices: { listing_id, user_id, price, ...wanted },
    twin: await askedOfTwin(ctx, { user_id, listing_id }, print),
  }
  const turn = takeTurn.of({ id: listing_id, viewer_id: user_id })
  const [viewer, seen] = await inTurn(tx, turn, consider.of(asked))
  // Read under the lock, so that the time of the response follows the order of the locks.
  const now = ctx.now().toISOString()
  const questions = await admit(tx, { listing_id, kind }, viewer, seen)
  checkAgainstTemplates(seen.templates, print)
  const answered = answersTo(questions, answer.answers)
  const writing = insertResponse[language].of({
    listing_id,
    user_id,
    response_text,
    price,
    now,
    ...print,
    request_id: ctx.request_id,
    // To an order it has a currency also without a price; to a vacancy nobody names one.
    currency_id: kind === 'vacancy' && price === null ? null : knownCurrency(seen.currency),
    materials_link: answer.materials_link ?? null,
    answers: answered.length > 0 ? JSON.stringify(answered) : null,
    // The wish to attach a resume is kept only when there is one; a missing resume does not refuse the response.
    with_resume: answer.with_resume === true && seen.resume[0]?.is_there === true,
    ...noticeOf(response_text, seen.twin[0]),
    ...placeAmong(seen.prices),
  })
  const [[sent]] = await (isLast ? inTurnToEnd(tx, writing) : inTurn(tx, writing))
  if (!sent) throw new Error('the response was not stored')
  return sent
}
