import { AppError } from '#contract/errors.ts'
import { type ListingKind, legacyFlagsOf } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ListingRow } from '#services/listings/access.ts'
import type { CurrentContent } from '#services/listings/content/columns.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'

/**
 * The category and the period of a placement determine its price. Once the placement is paid, the period is fixed, and
 * the category cannot change to a more expensive one (#61, #113).
 */

type Placement = { category_id?: number | null | undefined; placement_period?: number | undefined }

/** @throws invalid_input for a period that is not sold */
export async function checkPeriod(
  ctx: Context,
  db: Db,
  kind: ListingKind,
  { category_id = null, placement_period = limits.placementDays.default }: Placement,
): Promise<void> {
  const product = { kind: kinds[kind].payment, category_id, period_days: placement_period }
  if (!(await findTariff(db, product, ctx.now())))
    throw new AppError('invalid_input', {
      fields: [{ path: 'placement_period', message: 'a period that is sold' }],
    })
}

/**
 * Checks a change of category or period of a locked listing. A paid listing keeps its period and cannot move to a more
 * expensive category. Before payment the open invoice is expired, so that an author who corrects the category can pay
 * the new price at once.
 * @throws invalid_input, period_paid, category_dearer, payment_pending
 */
export async function checkPlacement(
  ctx: Context,
  tx: Tx,
  { listing, current, changes }: { listing: ListingRow; current: CurrentContent; changes: Placement },
): Promise<void> {
  const before = current.listing
  const after = {
    category_id: changes.category_id ?? before.category_id,
    placement_period: changes.placement_period ?? before.placement_period,
  }
  const isLonger = after.placement_period !== before.placement_period
  if (!isLonger && after.category_id === before.category_id) return
  if (!legacyFlagsOf(listing.status).is_paid) {
    await checkPeriod(ctx, tx, listing.kind, after)
    return supersedeInvoice(ctx, tx, listing.id)
  }
  if (isLonger) throw new AppError('period_paid', { placement_period: before.placement_period })
  const { paid, due } = await pricesToday(ctx, tx, { kind: listing.kind, before, after })
  if (due > paid) throw new AppError('category_dearer', { paid: paid / 100, price: due / 100 })
}

type CategoryMove = {
  kind: ListingKind
  before: CurrentContent['listing']
  after: { category_id?: number | null }
}

/** Returns today's prices of the placement in its old category and in its new one, in kopecks. */
async function pricesToday(ctx: Context, tx: Tx, { kind, before, after }: CategoryMove) {
  const price = async (category_id: number | null) => {
    const product = { kind: kinds[kind].payment, category_id, period_days: before.placement_period }
    return (await findTariff(tx, product, ctx.now()))?.amount ?? 0
  }
  const to = after.category_id === undefined ? before.category_id : after.category_id
  return { paid: await price(before.category_id), due: await price(to) }
}

/**
 * True if an edit that waits for review would move a paid listing into a category that now costs more than its old one.
 */
export async function isNowMoreExpensive(ctx: Context, tx: Tx, move: CategoryMove): Promise<boolean> {
  const { paid, due } = await pricesToday(ctx, tx, move)
  return due > paid
}

/**
 * Expires the open invoice of a locked listing. The button "Pay" makes a new invoice. The link of the expired invoice
 * can still be paid, so inquiries about its payment continue.
 * @throws payment_pending while a reported payment is being confirmed
 */
async function supersedeInvoice(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const open = await tx
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('listing_id', '=', listing_id)
    .where('state', 'in', ['created', 'pending'])
    .forUpdate()
    .executeTakeFirst()
  if (open?.state === 'pending') throw new AppError('payment_pending')
  if (open) await movePayment(ctx, tx, open, 'expired', 'the category or the period changed')
}
