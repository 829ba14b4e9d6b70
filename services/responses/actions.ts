import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import { view, respond as whyNot } from '#contract/policies.ts'
import type { Db, Tx } from '#db/index.ts'
import { isBlockedPair } from '#services/chat/queries.ts'
import { record } from '#services/events.ts'
import { attachFiles } from '#services/files/actions.ts'
import { findListingFacts, readerOf } from '#services/listings/queries.ts'
import { type InvoiceReply, invoice } from '#services/payments/invoices.ts'
import { type Rail, railFor } from '#services/payments/rails.ts'
import type { UserContext } from '#services/request-context.ts'
import { getResponse, type ResponseReply } from './queries.ts'

/** A currency by id or code; a price without one is in TON. */
export async function currencyId(db: Db, wanted: number | string | undefined): Promise<number> {
  const row = await db
    .selectFrom('currencies')
    .select('id')
    .where(
      typeof wanted === 'number' ? 'id' : 'code',
      '=',
      typeof wanted === 'string' ? wanted.toUpperCase() : (wanted ?? defaultResponseCurrency),
    )
    .executeTakeFirst()
  if (!row)
    throw new AppError('invalid_input', {
      fields: [{ path: 'response.currency', message: 'a known currency' }],
    })
  return row.id
}

async function checkResponsesToday(ctx: UserContext, tx: Tx): Promise<void> {
  const since = new Date(ctx.now().getTime() - 24 * 60 * 60_000).toISOString()
  const { sent } = await tx
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('user_id', '=', ctx.viewer.id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (sent >= limits.responsesPerDay)
    throw new AppError('too_many_responses', { limit: limits.responsesPerDay })
}

/** Locks the listing and says why this person cannot respond to it. */
async function lockOpenListing(
  ctx: UserContext,
  tx: Tx,
  listing_id: number,
  kind: ListingKind,
): Promise<void> {
  const listing = await findListingFacts(tx, listing_id, ctx.viewer.id, true)
  const viewer = await tx
    .selectFrom('users')
    .select(['id', 'is_verified', 'role'])
    // One person's responses queue up, so that those of today are counted right.
    .select(sql`pg_advisory_xact_lock(hashtext('respond'), id::int4)`.as('turn'))
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow()
  const is_moderator = viewer.role !== 'user'
  if (listing?.kind !== kind || view({ id: viewer.id, is_moderator }, listing))
    throw new AppError('not_found')
  const refusal = whyNot(viewer, listing)
  if (refusal === 'already_responded')
    throw new AppError(refusal, { response: await findOwn(tx, listing_id, viewer.id) })
  if (refusal) throw new AppError(refusal)
  if (await isBlockedPair(tx, viewer.id, listing.author_id)) throw new AppError('blocked_pair')
}

function findOwn(db: Db, listing_id: number, user_id: number) {
  return db
    .selectFrom('responses')
    .select(['id', 'status', 'response_type', 'created_at'])
    .where('listing_id', '=', listing_id)
    .where('user_id', '=', user_id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
}

type Sent = ResponseReply & {
  place: number
  payment_url: string | null
  place_after_payment: number | null
  hint: 'no_resume' | null
}

/** A wished resume is only noted when there is one; its absence never costs the response. */
async function hasResume(tx: Tx, user_id: number): Promise<boolean> {
  const { resume_url, resume_file_id } = await tx
    .selectFrom('users')
    .select(['resume_url', 'resume_file_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return resume_url !== null || resume_file_id !== null
}

/**
 * Saves a response; its place is read in the same transaction. A wished boost never delays it: the response
 * stands first, then an invoice is made, and payment moves it up.
 * @throws not_found, own_listing, verification_required, already_responded, executor_chosen, listing_closed,
 * too_many_responses
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
    await lockOpenListing(ctx, tx, listing_id, kind)
    // Read under the lock: who waited longer does not stand before who was served.
    const now = ctx.now().toISOString()
    await checkResponsesToday(ctx, tx)
    const { id } = await tx
      .insertInto('responses')
      .values({
        listing_id,
        user_id: ctx.viewer.id,
        response_text: answer.response_text,
        price: answer.price ?? null,
        currency_id: answer.price == null ? null : await currencyId(tx, answer.currency),
        materials_link: answer.materials_link ?? null,
        with_resume: answer.with_resume && (await hasResume(tx, ctx.viewer.id)),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('listings')
      .set((eb) => ({ responses_count: eb('responses_count', '+', 1) }))
      .where('id', '=', listing_id)
      .execute()
    await attachFiles(ctx, tx, { file_ids, response_id: id })
    await record(ctx, tx, 'response.sent', { response_id: id })
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

/** The invoice of a boost; a full or absent boost leaves the free response as it is. */
async function offerBoost(
  ctx: UserContext,
  response_id: number,
  rail: Rail,
): Promise<InvoiceReply | undefined> {
  try {
    return await invoice(ctx, { payment_type: 'response', item_id: response_id, rail })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function placeOfNextBoost(db: Db, listing_id: number): Promise<number> {
  const { boosted } = await db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('boosted'))
    .where('listing_id', '=', listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return boosted + 1
}

/** Marks responses as seen by the author: those of one person, or all of them. */
export async function markShown(
  ctx: UserContext,
  listing_id: number,
  user_id: number | undefined,
): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('responses')
      .set({ status: 'shown', seen_at: sql`coalesce(seen_at, ${now})`, updated_at: now })
      .where('listing_id', '=', listing_id)
      .where('status', '=', 'no_show')
      .$if(user_id !== undefined && user_id !== ctx.viewer.id, (query) =>
        query.where('user_id', '=', user_id ?? 0),
      )
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await record(ctx, tx, 'responses.shown', { listing_id })
  })
}
