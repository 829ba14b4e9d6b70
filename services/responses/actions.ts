import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { record } from '#services/core/events.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { readerOf } from '#services/listings/projections.ts'
import { railFor } from '#services/payments/rails.ts'
import { checkResponsesToday, lockOpenListing } from './admission.ts'
import { readAnswers } from './answers.ts'
import { currencyId, offerBoost, placeOfNextBoost } from './boost.ts'
import { moveResponses } from './moves.ts'
import { fixThird } from './price-third.ts'
import { getResponse, type ResponseReply } from './queries.ts'
import { noticeResponse } from './shield/copies.ts'
import { checkAgainstTemplates } from './shield/templates.ts'

type Sent = ResponseReply & {
  place: number
  payment_url: string | null
  place_after_payment: number | null
  hint: 'no_resume' | null
}

/** The wish to attach a resume is kept only when there is one; a missing resume does not refuse the response. */
async function hasResume(tx: Tx, user_id: number): Promise<boolean> {
  const { resume_url, resume_file_id } = await tx
    .selectFrom('users')
    .select(['resume_url', 'resume_file_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return resume_url !== null || resume_file_id !== null
}

type NewRow = {
  listing_id: number
  user_id: number
  response_text: string
  price: number | null
  currency_id: number | null
  materials_link: string | null
  answers: string | null
  with_resume: boolean
  now: string
}
/** The response, and one more of them at its listing. */
const insertResponse = prepare<NewRow, { id: number }>(
  (_, row) => sql<{ id: number }>`
    with response as (
      insert into responses (listing_id, user_id, response_text, price, currency_id, materials_link, answers,
        with_resume, created_at, updated_at)
      values (${row.listing_id}, ${row.user_id}, ${row.response_text}, ${row.price}, ${row.currency_id},
        ${row.materials_link}, ${row.answers}::jsonb, ${row.with_resume}, ${row.now}, ${row.now})
      returning id, listing_id
    ), counted as (
      update listings set responses_count = responses_count + 1 from response where listings.id = response.listing_id
    )
    select id from response`,
)

type NewAnswer = Pick<NewResponse, 'response_text'> & Partial<NewResponse>

/**
 * Stores a response in the caller's transaction, by whichever door it came.
 * @returns its id
 * @throws not_found, own_listing, verification_required, already_responded, executor_chosen, listing_closed,
 * blocked_pair, too_many_responses, template_unchanged, answers_missing
 */
export async function storeResponse(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, kind, answer }: { listing_id: number; kind: ListingKind; answer: NewAnswer },
): Promise<number> {
  await lockOpenListing(ctx, tx, listing_id, kind)
  // Read under the lock, so that the time of the response follows the order of the locks.
  const now = ctx.now().toISOString()
  await checkResponsesToday(ctx, tx)
  await checkAgainstTemplates(ctx, tx, answer.response_text)
  const answered = await readAnswers(tx, listing_id, answer.answers)
  const { response_text } = answer
  const user_id = ctx.viewer.id
  const [made] = await insertResponse(tx, {
    ...{ listing_id, user_id, response_text, now },
    price: answer.price ?? null,
    // To an order it has a currency also without a price; to a vacancy nobody names one.
    currency_id: kind === 'vacancy' && answer.price == null ? null : await currencyId(tx, answer.currency),
    materials_link: answer.materials_link ?? null,
    answers: answered.length > 0 ? JSON.stringify(answered) : null,
    with_resume: answer.with_resume === true && (await hasResume(tx, user_id)),
  })
  if (!made) throw new Error('the response was not stored')
  const { id } = made
  await noticeResponse(ctx, tx, { id, user_id, listing_id, response_text })
  await fixThird(tx, { id, listing_id, user_id })
  await record(ctx, tx, 'response.sent', { response_id: id })
  return id
}

/** The response that the same call has stored before its answer was lost. */
async function findTwin(
  { viewer }: ActorContext,
  tx: Tx,
  listing_id: number,
  { response_text }: NewAnswer,
): Promise<number | undefined> {
  // The first run may be late rather than dead: it ends before anybody looks.
  await tx.selectFrom('listings').select('id').where('id', '=', listing_id).forUpdate().execute()
  const own = tx.selectFrom('responses').select('id').where('status', '<>', 'withdrawn')
  const twin = await own
    .where((eb) => eb.and({ listing_id, user_id: viewer.id, response_text }))
    .executeTakeFirst()
  return twin?.id
}

/**
 * Saves a response; its place is read in the same transaction. A wished boost never delays it: the response
 * stands first, then an invoice is made, and payment moves it up.
 * @throws what `storeResponse` throws
 */
export async function respond(
  ctx: UserContext,
  {
    listing_id,
    kind,
    answer,
    file_ids,
  }: { listing_id: number; kind: ListingKind; answer: NewResponse; file_ids: number[] },
): Promise<Sent> {
  const reader = readerOf(ctx)
  const response = await ctx.db.transaction().execute(async (tx) => {
    const known = ctx.is_repeat ? await findTwin(ctx, tx, listing_id, answer) : undefined
    const id = known ?? (await storeResponse(ctx, tx, { listing_id, kind, answer }))
    if (!known) await attachFiles(ctx, tx, { file_ids, response_id: id })
    return getResponse(tx, id, reader)
  })
  // Responses to vacancies are never charged for.
  const isBoost = answer.response_type === 20 && kind === 'order'
  const offer = isBoost ? await offerBoost(ctx, response.id, railFor(ctx.config, answer.platform)) : undefined
  const isBoosted = offer?.state === 'paid'
  const boost = isBoosted ? undefined : offer
  const sent = isBoosted ? await getResponse(ctx.db, response.id, reader) : response
  return {
    ...sent,
    place: sent.place ?? 1,
    payment_url: boost?.payment_url ?? null,
    place_after_payment: boost ? await placeOfNextBoost(ctx.db, listing_id) : null,
    hint: answer.with_resume && !response.with_resume ? 'no_resume' : null,
  }
}

/** Marks responses as seen by the author: those of one person, or all of them. */
export async function markShown(
  ctx: ActorContext,
  listing_id: number,
  user_id: number | undefined,
): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    const sender = user_id === ctx.viewer.id ? undefined : user_id
    const which = { listing_id, user_id: sender }
    const shown = await moveResponses(ctx, tx, 'show', which, { seen_at: sql`coalesce(seen_at, ${now})` })
    if (shown.length > 0) await record(ctx, tx, 'responses.shown', { listing_id })
  })
}

/** Marks as seen what the author of a listing had on the screen; responses to other listings are passed by. */
export async function markLookedAt(ctx: ActorContext, listing_id: number, ids: number[]): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    let shown = 0
    for (const id of ids.toSorted((a, b) => a - b)) {
      const which = { id, listing_id }
      const columns = { seen_at: sql<string>`coalesce(seen_at, ${now})` }
      shown += (await moveResponses(ctx, tx, 'show', which, columns)).length
    }
    if (shown > 0) await record(ctx, tx, 'responses.shown', { listing_id })
  })
}
