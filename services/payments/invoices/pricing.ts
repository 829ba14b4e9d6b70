import { AppError } from '#contract/errors.ts'
import { waitingResponses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { extend, pay, reopen, view } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { awaitPayment } from '#services/listings/moves.ts'
import { getTariff, type Product } from '#services/payments/money/tariffs.ts'
import type { Rail } from './payment-methods.ts'

export type PurchaseRequest = {
  payment_type: PaymentKind
  item_id: number
  rail: Rail
  /** Price that the client showed to the person, in kopecks. */
  amount?: number
}
export type PricedPurchase = {
  subject: { listing_id: number } | { response_id: number }
  amount: number
  tariff_id: number
  product: Product
  title: string
}

/** Returns the price for publishing a listing of the viewer, if the listing waits for payment. */
async function priceListing(
  ctx: UserContext,
  tx: Tx,
  { payment_type, item_id }: PurchaseRequest,
): Promise<PricedPurchase> {
  const facts = await findListingFacts(tx, item_id, ctx.viewer.id, true)
  if (!facts || view({ id: ctx.viewer.id, is_moderator: false }, facts)) throw new AppError('not_found')
  if (kinds[facts.kind].payment !== payment_type) throw new AppError('not_found')
  if (facts.author_id !== ctx.viewer.id) throw new AppError('not_owner')
  const refusal = extend(facts) && pay(facts)
  if (refusal) throw new AppError(refusal)
  // A listing that its author closed before the paid time was over can be reopened without payment.
  if (reopen(facts, ctx.now().getTime()) === null) throw new AppError('already_paid')
  const { category_id, placement_period, title } = await tx
    .selectFrom('listings')
    .select(['category_id', 'placement_period', 'title'])
    .where('id', '=', item_id)
    .executeTakeFirstOrThrow()
  await awaitPayment(ctx, tx, facts, 'author')
  const product = { kind: payment_type, category_id, period_days: placement_period }
  const tariff = await getTariff(tx, product, ctx.now())
  return { subject: { listing_id: item_id }, amount: tariff.amount, tariff_id: tariff.id, product, title }
}

/** Returns the price for boosting a response of the viewer, if the listing offers boosts and has a free place. */
async function priceBoost(ctx: UserContext, tx: Tx, { item_id }: PurchaseRequest): Promise<PricedPurchase> {
  // A separate statement locks the listing. A single query that waited for the lock would read the row as it was before
  // the wait.
  await tx
    .selectFrom('listings')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('responses').select('listing_id').where('id', '=', item_id))
    .forUpdate()
    .execute()
  const response = await tx
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.user_id', 'response.response_type', 'response.status', 'listing.response_stake'])
    .select([
      'listing.id as listing_id',
      'listing.title',
      'listing.status as listing_status',
      'listing.category_id',
    ])
    .where('response.id', '=', item_id)
    .executeTakeFirst()
  if (!response || response.user_id !== ctx.viewer.id) throw new AppError('not_found')
  if (response.response_type === 20) throw new AppError('already_paid')
  if (!waitingResponses.includes(response.status) || response.listing_status !== 'published')
    throw new AppError('wrong_state')
  if (response.response_stake === 0) throw new AppError('boost_not_offered')
  const { taken } = await tx
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('taken'))
    .where('listing_id', '=', response.listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  if (taken >= limits.boostSlots) throw new AppError('slots_taken')
  const product = { kind: 'response' as const, category_id: response.category_id, period_days: null }
  const tariff = await getTariff(tx, product, ctx.now())
  return {
    subject: { response_id: item_id },
    amount: response.response_stake,
    tariff_id: tariff.id,
    product,
    title: response.title,
  }
}

/**
 * Returns the price of a requested purchase and locks the listing.
 * @throws not_found, not_owner, already_paid, wrong_state, boost_not_offered, slots_taken
 */
export function pricePurchase(ctx: UserContext, tx: Tx, request: PurchaseRequest): Promise<PricedPurchase> {
  return request.payment_type === 'response' ? priceBoost(ctx, tx, request) : priceListing(ctx, tx, request)
}
