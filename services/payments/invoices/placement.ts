import { AppError } from '#contract/errors.ts'
import { flags, type ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ListingRow } from '#services/listings/access.ts'
import type { CurrentContent } from '#services/listings/content/columns.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'
import { supersedeInvoice } from './replace-invoice.ts'

/** What a placement costs follows from its category and period (#61, #113): both freeze with the payment. */

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
 * Whether a locked listing may change its category or period. What is paid keeps its period and never becomes dearer.
 * Before payment an open invoice is replaced by the next one: an author who corrects the category must not wait a day
 * for the old link to end.
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
  if (!flags(listing.status).is_paid) {
    await checkPeriod(ctx, tx, listing.kind, after)
    return supersedeInvoice(ctx, tx, listing.id)
  }
  if (isLonger) throw new AppError('period_paid', { placement_period: before.placement_period })
  const { paid, due } = await pricesToday(ctx, tx, { kind: listing.kind, before, after })
  if (due > paid) throw new AppError('category_dearer', { paid: paid / 100, price: due / 100 })
}

type Move = { kind: ListingKind; before: CurrentContent['listing']; after: { category_id?: number | null } }

/** Kopecks of a placement in its category and in the one it is to move to, by the tariffs of today. */
async function pricesToday(ctx: Context, tx: Tx, { kind, before, after }: Move) {
  const price = async (category_id: number | null) => {
    const product = { kind: kinds[kind].payment, category_id, period_days: before.placement_period }
    return (await findTariff(tx, product, ctx.now()))?.amount ?? 0
  }
  const to = after.category_id === undefined ? before.category_id : after.category_id
  return { paid: await price(before.category_id), due: await price(to) }
}

/** Whether an edit that waited would move a paid listing into a category that costs more by now. */
export async function isDearerNow(ctx: Context, tx: Tx, move: Move): Promise<boolean> {
  const { paid, due } = await pricesToday(ctx, tx, move)
  return due > paid
}
