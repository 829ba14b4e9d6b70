import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { hourlyPhaseMs, nextLateInquiry } from '#services/payments/money/inquiry-schedule.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyAnswer } from './actions.ts'
import { askProvider } from './inquiries.ts'

/** Milliseconds after which an unanswered inquiry is repeated. */
const retryMs = 60 * 60_000

/**
 * Asks the provider about one old payment: whether its money was returned, or whether its expired link was paid after
 * all. All processes together make one inquiry at a time. Redis limits the rate of inquiries, so no inquiry is made
 * without Redis.
 * @returns id of the payment
 * @throws RobokassaUnavailable
 */
export async function makeLateInquiry(ctx: Context): Promise<number | undefined> {
  const isOurTurn = await ctx.redis.set('later-inquiry', '1', 'PX', limits.laterInquiries.gapMs, 'NX')
  const payment_id = isOurTurn ? await claimDue(ctx) : undefined
  if (payment_id === undefined) return undefined
  const answer = await askProvider(ctx, payment_id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, payment_id)
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state === 'paid') await comparePaid(ctx, tx, payment, answer)
    else if (payment) {
      await scheduleNext(ctx, tx, payment, nextLateInquiry(new Date(payment.expires_at), ctx.now()))
      await applyAnswer(ctx, tx, payment_id, answer)
    }
  })
  return payment_id
}

async function claimDue(ctx: Context): Promise<number | undefined> {
  const now = ctx.now().getTime()
  const moment = (ms: number) => new Date(ms).toISOString()
  const { rows } = await sql<{ id: number }>`
    update payments set next_check_at = ${moment(now + retryMs)}
    where id = (
      select id from payments
      where next_check_at <= ${moment(now)} and rail = 'robokassa'
        and (state = 'paid' or (state in ('created', 'expired', 'failed') and expires_at <= ${moment(now - hourlyPhaseMs)}))
      order by next_check_at limit 1 for update skip locked)
    returning id`.execute(ctx.db)
  return rows[0]?.id
}

/** Compares the provider's answer with a paid payment. A difference opens a case; the payment itself is not changed. */
async function comparePaid(ctx: Context, tx: Tx, payment: PaymentRow, answer: OperationState): Promise<void> {
  // The provider's answer contains no state of the operation, so the inquiry is repeated.
  if (answer.meaning === 'unknown' && answer.state_code === null) return
  // The provider stores no test payments, so `not_found` is the correct answer for a test payment.
  const isSame = answer.meaning === 'paid' || (payment.is_test && answer.meaning === 'not_found')
  if (!isSame) {
    const { meaning, state_code } = answer
    await openCase(ctx, tx, 'state_changed', payment.id, payment.id, { answer: meaning, state_code })
  }
  const endedAt = new Date(payment.paid_at ?? payment.expires_at)
  await scheduleNext(ctx, tx, payment, isSame ? nextLateInquiry(endedAt, ctx.now()) : null)
}

async function scheduleNext(
  ctx: Context,
  tx: Tx,
  { id, checks }: PaymentRow,
  next: string | null,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ checked_at: ctx.now().toISOString(), checks: checks + 1, next_check_at: next })
    .where('id', '=', id)
    .execute()
}
