import { sql } from 'kysely'
import { nextStatus, waitingResponses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { announcePublication } from '#services/listings/audience/actions.ts'
import { isAllowed } from '#services/listings/content/approved-content.ts'
import { awaitPayment, moveListing } from '#services/listings/moves.ts'
import { openTask } from '#services/moderation/queue/queue.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { earnMoney } from '#services/payments/money/ledger.ts'
import { hasDeletedAccount, type PaymentRow } from '#services/payments/money/queries.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'
import { startRefund } from '#services/payments/refunds/refunds.ts'
import { lockActiveUser } from '#services/users/account/accounts.ts'

/** Reasons why a payment bought neither a publication nor a boost. */
type UnusedReason = 'double_payment' | 'boost_too_late' | 'category_dearer'

/**
 * Applies a payment that has just become paid, in the same transaction: its response is boosted, or its listing changes
 * state. The money is then booked as earned, or given back if the payment bought nothing.
 */
export async function applyPayment(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const unused =
    payment.response_id === null
      ? await applyToListing(ctx, tx, payment)
      : await applyBoost(ctx, tx, payment.response_id)
  if (unused) await compensatePayment(ctx, tx, payment, unused)
  else await earnMoney(tx, payment.id)
  await record(ctx, tx, 'payment.confirmed', { payment_id: payment.id })
}

/**
 * Applies a payment to its listing. A first payment sends the listing to moderation. A renewal before the placement
 * ends extends the placement. A later renewal publishes approved content at once, and sends changed content to
 * moderation first.
 */
async function applyToListing(ctx: Context, tx: Tx, payment: PaymentRow): Promise<UnusedReason | null> {
  const listing_id = payment.listing_id ?? 0
  const listing = await tx
    .selectFrom('listings')
    .select(['id', 'kind', 'status', 'published_hash', 'placement_period', 'category_id', 'author_id'])
    .where('id', '=', listing_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { days, isSufficient } = await readPurchase(tx, payment, listing)
  if (!isSufficient) return 'category_dearer'
  const isRunning = listing.status === 'published' || listing.status === 'hidden'
  if (isRunning && (await extendPlacement(ctx, tx, payment, { listing_id, days }))) return null
  // A link may be paid after its expiry, when the listing is a draft again or has expired.
  const status = await awaitPayment(ctx, tx, listing, 'payment')
  const renewal = await isAllowed(tx, listing)
  if (!nextStatus(status, 'pay')) return 'double_payment'
  // Blocking a person locks no listing that waits for money, so locking the author after the listing cannot deadlock.
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
      // A listing that a blocked author renewed stays hidden until the author is unblocked.
      ...(isBlocked && { hidden_reason: 'author_blocked' as const }),
    },
  )
  if (renewal) await announcePublication(ctx, tx, { id: listing_id, author_id: listing.author_id })
  else await openTask(ctx, tx, listing_id)
  return null
}

/**
 * Reads what a payment bought: the days by the tariff of its invoice, and whether the amount is enough for the
 * listing's present category at the prices of the invoice's date.
 */
async function readPurchase(
  tx: Tx,
  { tariff_id, kind, created_at }: PaymentRow,
  { placement_period, category_id }: { placement_period: number; category_id: number | null },
): Promise<{ days: number; isSufficient: boolean }> {
  const paid = tariff_id === null ? undefined : await readTariff(tx, tariff_id)
  if (!paid?.period_days) return { days: placement_period, isSufficient: true }
  const product = { kind, category_id, period_days: paid.period_days }
  const due = await findTariff(tx, product, new Date(created_at))
  return { days: paid.period_days, isSufficient: !due || due.amount <= paid.amount }
}

function readTariff(tx: Tx, id: number) {
  return tx.selectFrom('tariffs').select(['amount', 'period_days']).where('id', '=', id).executeTakeFirst()
}

/**
 * Boosts a response that waits for the author, if its listing takes responses and has a free slot. The first payment
 * gets the slot; the money of a later payment becomes a credit.
 */
async function applyBoost(ctx: Context, tx: Tx, response_id: number): Promise<UnusedReason | null> {
  const now = ctx.now().toISOString()
  const { listing_id } = await tx
    .selectFrom('responses')
    .select('listing_id')
    .where('id', '=', response_id)
    .executeTakeFirstOrThrow()
  const isFree = await lockFreeSlot(tx, listing_id)
  const response = await tx
    .selectFrom('responses')
    .select(['status', 'response_type'])
    .where('id', '=', response_id)
    .forUpdate()
    .executeTakeFirst()
  if (response?.response_type === 20) return 'double_payment'
  if (!isFree || !response || !waitingResponses.includes(response.status)) return 'boost_too_late'
  await tx
    .updateTable('responses')
    .set({ response_type: 20, boosted_at: now, boost_credited_at: null, updated_at: now })
    .where('id', '=', response_id)
    .execute()
  return null
}

/**
 * Locks a listing, so that boosts are applied one after another.
 * @returns true if the listing takes responses and has a free slot
 */
async function lockFreeSlot(tx: Tx, listing_id: number): Promise<boolean> {
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
 * Compensates a payment that bought nothing with a free publication or boost, and notifies the payer. A double payment
 * also opens a case. The money itself is refunded in three cases: the category became too expensive, Stars were paid,
 * or the payer has no account that could use a credit.
 */
async function compensatePayment(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  reason: UnusedReason,
): Promise<void> {
  const paid = { ...payment, state: 'paid' as const }
  if (reason === 'category_dearer') return startRefund(ctx, tx, paid, 'the category became a dearer one')
  if (payment.rail === 'stars' || (payment.source === 'money' && (await hasDeletedAccount(tx, payment))))
    return startRefund(ctx, tx, paid, 'nothing to pay for')
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

/**
 * Adds a placement to the end of a locked listing that has not expired. In the sorting "newest", the listing moves up
 * at most once per paid period, even if several periods are bought in advance.
 * @returns false if another payment for the same placement came first
 */
export async function extendPlacement(
  ctx: Context,
  tx: Tx,
  { id, created_at }: Pick<PaymentRow, 'id' | 'created_at'>,
  { listing_id, days }: { listing_id: number; days: number },
): Promise<boolean> {
  const now = ctx.now().toISOString()
  const earlierPayment = await tx
    .selectFrom('payments')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('id', '<>', id)
    .where('paid_at', '>=', created_at)
    .limit(1)
    .executeTakeFirst()
  if (earlierPayment) return false
  const period = sql`${days}::int * interval '1 day'`
  const periodsLeft = sql`ceil(extract(epoch from expires_at - ${now}::timestamptz) / extract(epoch from ${period}))`
  await tx
    .updateTable('listings')
    .set({
      renewed_at: sql`case when renewed_at >= expires_at - ${periodsLeft} * ${period}
        then renewed_at else ${now}::timestamptz end`,
      expires_at: sql`greatest(expires_at, ${now}::timestamptz) + ${period}`,
      updated_at: now,
    })
    .where('id', '=', listing_id)
    .execute()
  return true
}
