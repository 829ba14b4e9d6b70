import { next, waitingResponses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { isAllowed } from '#services/listings/content/approved-content.ts'
import { awaitPayment, moveListing } from '#services/listings/moves.ts'
import { openTask } from '#services/moderation/queue/queue.ts'
import { announcePublication } from '#services/notifications/publication.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { earnMoney } from '#services/payments/money/ledger.ts'
import { hasLeft, type PaymentRow } from '#services/payments/money/queries.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'
import { startRefund } from '#services/payments/refunds/refunds.ts'
import { lockActiveUser } from '#services/users/account/accounts.ts'
import { extendPlacement } from './renewal.ts'

/** What a payment that has just become paid is for: the listing or response moves on in its transaction. */
export async function applyPayment(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.response_id !== null) await applyBoost(ctx, tx, payment, payment.response_id)
  else if (payment.listing_id !== null) await applyToListing(ctx, tx, payment, payment.listing_id)
}

/**
 * First payment sends the listing to moderation; a renewal of what was last allowed publishes it again, one of anything
 * else is read first and runs from its publication, and one before the end only moves the end.
 */
async function applyToListing(ctx: Context, tx: Tx, payment: PaymentRow, listing_id: number): Promise<void> {
  const listing = await tx
    .selectFrom('listings')
    .select(['id', 'kind', 'status', 'published_hash', 'placement_period', 'category_id', 'author_id'])
    .where('id', '=', listing_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { days, isEnough } = await readPaid(tx, payment, listing)
  if (!isEnough)
    return startRefund(ctx, tx, { ...payment, state: 'paid' }, 'the category became a dearer one')
  const isRunning = listing.status === 'published' || listing.status === 'hidden'
  if (isRunning && (await extendPlacement(ctx, tx, payment, { listing_id, days })))
    return earnMoney(tx, payment.id)
  // When a link is paid after its time, the listing is a draft again or has expired.
  const status = await awaitPayment(ctx, tx, listing, 'payment')
  const renewal = await isAllowed(tx, listing)
  if (!next(status, 'pay')) return giveBack(ctx, tx, payment, 'double_payment')
  // A block does not lock listings that wait for money, so locking the author after the listing cannot deadlock.
  const isBlocked = renewal && !(await lockActiveUser(tx, payment.payer_id))
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + days * 86_400_000).toISOString()
  const move = isBlocked ? 'pay_renewal_blocked' : renewal ? 'pay_renewal' : 'pay'
  await moveListing(
    ctx,
    tx,
    { id: listing_id, status },
    { by: 'payment', move },
    {
      placement_period: days,
      ...(renewal && { renewed_at: now.toISOString(), expires_at }),
      // A blocked author's renewed listing stays hidden until they are unblocked.
      ...(isBlocked && { hidden_reason: 'author_blocked' as const }),
    },
  )
  await earnMoney(tx, payment.id)
  if (renewal) return announcePublication(ctx, tx, { id: listing_id, author_id: listing.author_id })
  await openTask(ctx, tx, listing_id)
}

/**
 * What a payment bought by the tariff of its invoice, whatever the listing says by now: the days, and whether its money
 * is enough for the category. The price of the day of the invoice counts.
 */
async function readPaid(
  tx: Tx,
  { tariff_id, kind, created_at }: PaymentRow,
  { placement_period, category_id }: { placement_period: number; category_id: number | null },
): Promise<{ days: number; isEnough: boolean }> {
  const paid = tariff_id === null ? undefined : await readTariff(tx, tariff_id)
  if (!paid?.period_days) return { days: placement_period, isEnough: true }
  const product = { kind, category_id, period_days: paid.period_days }
  const due = await findTariff(tx, product, new Date(created_at))
  return { days: paid.period_days, isEnough: !due || due.amount <= paid.amount }
}

function readTariff(tx: Tx, id: number) {
  return tx.selectFrom('tariffs').select(['amount', 'period_days']).where('id', '=', id).executeTakeFirst()
}

/**
 * Lifts a response while somebody can still see it: one that waits, on a listing that takes responses, while a slot is
 * free; first paid stays first. Money that comes later is a free boost at once.
 */
async function applyBoost(ctx: Context, tx: Tx, payment: PaymentRow, response_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const { listing_id } = await tx
    .selectFrom('responses')
    .select('listing_id')
    .where('id', '=', response_id)
    .executeTakeFirstOrThrow()
  const isFree = await takeSlot(tx, listing_id)
  const response = await tx
    .selectFrom('responses')
    .select(['status', 'response_type'])
    .where('id', '=', response_id)
    .forUpdate()
    .executeTakeFirst()
  if (response?.response_type === 20) return giveBack(ctx, tx, payment, 'double_payment')
  if (!isFree || !response || !waitingResponses.includes(response.status))
    return giveBack(ctx, tx, payment, 'boost_too_late')
  await tx
    .updateTable('responses')
    .set({ response_type: 20, boosted_at: now, boost_credited_at: null, updated_at: now })
    .where('id', '=', response_id)
    .execute()
  await earnMoney(tx, payment.id)
}

/** Locks a listing, so that boosts come one after another. @returns whether it takes responses and has a slot */
async function takeSlot(tx: Tx, listing_id: number): Promise<boolean> {
  const { status } = await tx
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listing_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { taken } = await tx
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('taken'))
    .where('listing_id', '=', listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return status === 'published' && taken < limits.boostSlots
}

/**
 * Money taken for something that was paid already, or is gone: a free publication or boost, of which the payer is
 * told. A double payment also becomes a case. Stars are refunded by one call, and so is the money of somebody who has
 * left: they will buy nothing more.
 */
async function giveBack(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  reason: 'double_payment' | 'boost_too_late',
): Promise<void> {
  if (payment.rail === 'stars' || (payment.source === 'money' && (await hasLeft(tx, payment))))
    return startRefund(ctx, tx, { ...payment, state: 'paid' }, 'nothing to pay for')
  await tx
    .insertInto('credits')
    .values({
      user_id: payment.payer_id,
      product: payment.kind,
      reason,
      source_payment_id: payment.id,
    })
    .onConflict((conflict) => conflict.column('source_payment_id').doNothing())
    .execute()
  await record(ctx, tx, 'payment.credited', { payment_id: payment.id })
  if (reason === 'double_payment')
    await openCase(ctx, tx, 'double_payment', payment.id, payment.id, { amount: payment.amount })
}
