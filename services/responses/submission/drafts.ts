import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { type OddPrice, oddPrice } from '#contract/odd-price.ts'
import type { Db } from '#db/index.ts'
import type { ResponseDrafts } from '#db/tables/responses.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findVisibleFacts } from '#services/listings/access.ts'
import { currency } from '#services/reference/projections.ts'
import { storeResponse } from './store-response.ts'

type DraftKey = { user_id: number; listing_id: number }
type Rate = { id: number; code: string; rate_to_base: number | null }

/** Begins a draft of a response in the chat with the bot, or continues an existing one. */
export async function openDraft(
  { db, now }: Context,
  draft: DraftKey & { message_id: number; waits_for_phone: boolean },
): Promise<void> {
  const { message_id, waits_for_phone } = draft
  const created_at = now().toISOString()
  await db
    .insertInto('response_drafts')
    .values({ ...draft, created_at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'listing_id']).doUpdateSet({ message_id, waits_for_phone, created_at }),
    )
    .execute()
}

/** Draft of a response with the data that the bot's questions need. */
export async function findDraft({ db, now }: Context, { user_id, listing_id }: DraftKey) {
  const reader = { language: defaultLanguage, now: now().toISOString() }
  return db
    .selectFrom('response_drafts as draft')
    .innerJoin('listings as listing', 'listing.id', 'draft.listing_id')
    .innerJoin('currencies as asked', 'asked.id', 'listing.currency_id')
    .leftJoin('currencies as currency', 'currency.id', 'draft.currency_id')
    .select(['draft.user_id', 'draft.listing_id', 'draft.message_id', 'draft.price', 'draft.is_negotiable'])
    .select(['draft.is_odd_meant', 'draft.response_text'])
    .select(['listing.kind', 'listing.title', 'listing.responses_count', 'listing.payment_format'])
    .select(['listing.price as asked_price', 'listing.min_stake', 'listing.max_stake'])
    .select([
      sql<Rate>`${currency('asked', reader)}`.as('asked'),
      sql<Rate | null>`case when currency.id is not null then ${currency('currency', reader)} end`.as(
        'currency',
      ),
    ])
    .where('draft.user_id', '=', user_id)
    .where('draft.listing_id', '=', listing_id)
    .executeTakeFirst()
}
export type Draft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

/**
 * Draft of a response that can be continued. The bot quotes the listing, so the person must still be able to see it.
 */
export async function findOpenDraft(ctx: Context, key: DraftKey): Promise<Draft | undefined> {
  const isSeen = await findVisibleFacts(ctx.db, key.listing_id, key.user_id)
  return isSeen && findDraft(ctx, key)
}

/**
 * Updates a draft of a response.
 * @returns false if it no longer exists
 */
export async function changeDraft(
  db: Db,
  { user_id, listing_id }: DraftKey,
  change: Updateable<ResponseDrafts>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('response_drafts')
    .set(change)
    .where('user_id', '=', user_id)
    .where('listing_id', '=', listing_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteDraft(db: Db, { user_id, listing_id }: DraftKey): Promise<void> {
  await db
    .deleteFrom('response_drafts')
    .where('user_id', '=', user_id)
    .where('listing_id', '=', listing_id)
    .execute()
}

/**
 * Listing of the draft that was paused until the person confirmed a phone number. Only drafts begun within the last
 * hour count.
 */
export async function claimWaitingDraft({ db, now }: Context, user_id: number): Promise<number | undefined> {
  const since = new Date(now().getTime() - 60 * 60_000).toISOString()
  const rows = await db
    .updateTable('response_drafts')
    .set({ waits_for_phone: false })
    .where('user_id', '=', user_id)
    .where('waits_for_phone', '=', true)
    .returning(['listing_id', 'created_at'])
    .execute()
  const [last] = rows
    .filter(({ created_at }) => Date.parse(created_at) > Date.parse(since))
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
  return last?.listing_id
}

/** Approximate price of the draft in the order's currency; null without a price or a recent exchange rate. */
export function priceInListingCurrency({ price, currency, asked }: Draft): number | null {
  if (price === null || currency === null) return null
  if (currency.id === asked.id) return price
  if (currency.rate_to_base === null || asked.rate_to_base === null) return null
  return Math.round(Number(((price * currency.rate_to_base) / asked.rate_to_base).toPrecision(3)))
}

/**
 * How far the draft's price is outside the budget, if the person has not confirmed the price; null if the price is
 * plausible.
 */
export function unconfirmedOddPrice(draft: Draft): OddPrice | null {
  const { is_odd_meant, min_stake, max_stake, asked_price } = draft
  const converted = is_odd_meant ? null : priceInListingCurrency(draft)
  const isSpan = min_stake !== null || max_stake !== null
  return converted === null ? null : oddPrice(converted, isSpan ? [min_stake, max_stake] : [asked_price])
}

/** The next question of the bot about the draft. A response to a vacancy needs only a text. */
export function nextStep(draft: Draft): 'price' | 'currency' | 'odd' | 'letter' | 'check' {
  const { kind, price, is_negotiable, currency, response_text } = draft
  if (kind === 'order' && price === null && !is_negotiable) return 'price'
  if (price !== null && currency === null) return 'currency'
  if (unconfirmedOddPrice(draft)) return 'odd'
  return response_text === null ? 'letter' : 'check'
}

/**
 * Sends a draft as a response, with the same checks as any response, and deletes the draft.
 * @returns false if the draft was sent or deleted before
 */
export async function sendDraft(ctx: ActorContext, listing_id: number): Promise<boolean> {
  const key = { user_id: ctx.viewer.id, listing_id }
  const draft = await findDraft(ctx, key)
  if (!draft) return false
  if (nextStep(draft) !== 'check') throw new AppError('wrong_state')
  const { kind, price, currency, response_text } = draft
  return ctx.db.transaction().execute(async (tx) => {
    const answer = {
      response_text: response_text ?? '',
      ...(price !== null && { price, currency: currency?.id }),
    }
    await storeResponse(ctx, tx, { listing_id, kind, answer })
    await deleteDraft(tx, key)
    return true
  })
}
