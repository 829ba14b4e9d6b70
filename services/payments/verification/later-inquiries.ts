import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { hourlyAfterwards, laterInquiry } from '#services/payments/money/inquiry-schedule.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyAnswer } from './actions.ts'
import { askProvider } from './inquiries.ts'

/** Milliseconds after which an inquiry without an answer is repeated. */
const retryMs = 60 * 60_000

/**
 * Asks the last questions about a payment that is over: what the provider did after it was paid, and whether an old
 * link was paid after all. One question at a time for all processes; without Redis, which keeps the pace, they wait.
 * @returns the payment that was asked about
 * @throws RobokassaUnavailable
 */
export async function askLater(ctx: Context): Promise<number | undefined> {
  const isOurTurn = await ctx.redis.set('later-inquiry', '1', 'PX', limits.laterInquiries.gapMs, 'NX')
  const payment_id = isOurTurn ? await claim(ctx) : undefined
  if (payment_id === undefined) return undefined
  const answer = await askProvider(ctx, payment_id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, payment_id)
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state === 'paid') await compare(ctx, tx, payment, answer)
    else if (payment) {
      await plan(ctx, tx, payment, laterInquiry(new Date(payment.expires_at), ctx.now()))
      await applyAnswer(ctx, tx, payment_id, answer)
    }
  })
  return payment_id
}

async function claim(ctx: Context): Promise<number | undefined> {
  const now = ctx.now().getTime()
  const moment = (ms: number) => new Date(ms).toISOString()
  const { rows } = await sql<{ id: number }>`
    update payments set next_check_at = ${moment(now + retryMs)}
    where id = (
      select id from payments
      where next_check_at <= ${moment(now)} and rail = 'robokassa'
        and (state = 'paid' or (state in ('created', 'expired', 'failed') and expires_at <= ${moment(now - hourlyAfterwards)}))
      order by next_check_at limit 1 for update skip locked)
    returning id`.execute(ctx.db)
  return rows[0]?.id
}

/** What the provider says of a payment that is paid here; the payment stays as it is, a person decides. */
async function compare(ctx: Context, tx: Tx, payment: PaymentRow, answer: OperationState): Promise<void> {
  // Not an answer about the operation: the question is repeated.
  if (answer.meaning === 'unknown' && answer.state_code === null) return
  // The provider keeps no record of test payments.
  const isSame = answer.meaning === 'paid' || (payment.is_test && answer.meaning === 'not_found')
  if (!isSame) {
    const { meaning, state_code } = answer
    await openCase(ctx, tx, 'state_changed', payment.id, payment.id, { answer: meaning, state_code })
  }
  const ended = new Date(payment.paid_at ?? payment.expires_at)
  await plan(ctx, tx, payment, isSame ? laterInquiry(ended, ctx.now()) : null)
}

async function plan(ctx: Context, tx: Tx, { id, checks }: PaymentRow, next: string | null): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ checked_at: ctx.now().toISOString(), checks: checks + 1, next_check_at: next })
    .where('id', '=', id)
    .execute()
}
