import { GrammyError } from 'grammy'
import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { PaymentRail } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { closeCases, openCase } from '#services/payments/money/cases.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { orderRefund, refundState } from '#services/payments/robokassa/refunds.ts'
import { findStarPayer } from './star-payers.ts'

const minute = 60_000
/** Waits between two steps of a refund that is not through yet; the last one repeats. */
const schedule = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, 60 * minute]
/**
 * Longer than any answer of a provider: until then no other process takes the same refund, and so long waits the one
 * of a process that died.
 */
const claimMs = 30_000
/** A refund without a decision for about a day is shown to a person, and still goes on. */
const longChecks = 30

export type ClaimedRefund = {
  id: number
  rail: PaymentRail
  is_test: boolean
  op_key: string | null
  refund_key: string | null
  /** Null when the payer has no Telegram any more. */
  telegram_id: number | null
}

/** What a provider said: the money went back, is on its way under a number, or will not go. */
export type RefundStep =
  | { meaning: 'returned' }
  | { meaning: 'waiting'; refund_key?: string }
  | { meaning: 'refused'; refusal: string }

/** The money of a locked payment is owed back from now on; the refund worker sees to it. */
export async function startRefund(
  ctx: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'state'>,
  reason: string,
): Promise<void> {
  const next_check_at = ctx.now().toISOString()
  const columns = { next_check_at, checks: 0, refund_key: null }
  await movePayment(ctx, tx, payment, 'refund_pending', reason, columns)
}

/** Takes refunds whose next step is due, each for one process. */
export async function claimRefunds(ctx: Context, limit: number): Promise<ClaimedRefund[]> {
  const now = ctx.now()
  const { rows } = await sql<ClaimedRefund>`
    update payments set next_check_at = ${new Date(now.getTime() + claimMs).toISOString()}, checks = checks + 1
    where id in (
      select id from payments where state = 'refund_pending' and next_check_at <= ${now.toISOString()}
      order by next_check_at limit ${limit} for update skip locked)
    returning id, rail, is_test, op_key, refund_key,
      (select telegram_id from users where users.id = payments.payer_id) telegram_id
  `.execute(ctx.db)
  return rows
}

/** Records the answer of the provider. A refused refund opens a case for an admin. */
export async function recordRefundStep(ctx: Context, payment_id: number, step: RefundStep): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state !== 'refund_pending') return
    if (step.meaning === 'returned') return finishRefund(ctx, tx, payment)
    if (step.meaning === 'refused') {
      await openCase(ctx, tx, 'refund_failed', payment.id, payment.id, { refusal: step.refusal })
      return plan(tx, payment.id, null)
    }
    if (payment.checks >= longChecks) await openCase(ctx, tx, 'stuck', payment.id, payment.id, {})
    const wait = schedule[Math.min(payment.checks, schedule.length) - 1] ?? minute
    await plan(tx, payment.id, new Date(ctx.now().getTime() + wait), step.refund_key)
  })
}

/** The money of a locked payment is back where it came from. */
export async function finishRefund(
  ctx: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'id' | 'state'>,
): Promise<void> {
  const columns = { refunded_at: ctx.now().toISOString(), next_check_at: null }
  await movePayment(ctx, tx, payment, 'refunded', 'the money went back', columns)
  for (const kind of ['refund_failed', 'stuck'] as const)
    await closeCases(ctx, tx, payment.id, { by: null, resolution: 'the money went back', kind })
  await record(ctx, tx, 'payment.refunded', { payment_id: payment.id })
}

async function plan(tx: Tx, id: number, next: Date | null, refund_key?: string): Promise<void> {
  const next_check_at = next?.toISOString() ?? null
  await tx
    .updateTable('payments')
    .set({ next_check_at, ...(refund_key && { refund_key }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes one refund one step on at its provider. Repeating a step is safe on both rails: neither gives the same
 * money back twice.
 * @throws whatever says that the provider's decision is not known
 */
export async function takeRefundStep(ctx: Context, refund: ClaimedRefund): Promise<RefundStep> {
  if (refund.rail === 'stars') return returnStars(ctx, refund)
  // A test payment took no money, and the provider keeps no record of it.
  if (refund.is_test) return { meaning: 'returned' }
  return refund.refund_key ? lookAfter(ctx, refund.refund_key) : order(ctx, refund)
}

async function order({ robokassa }: Context, { op_key }: ClaimedRefund): Promise<RefundStep> {
  if (!op_key) return { meaning: 'refused', refusal: 'the provider gave no key of the operation' }
  const ordered = await orderRefund(robokassa, { op_key })
  if (ordered.refusal === null) return { meaning: 'waiting', refund_key: ordered.request_id }
  // An earlier order was accepted, although its answer was lost.
  if (ordered.refusal === 'AlreadyRefunded') return { meaning: 'returned' }
  return { meaning: 'refused', refusal: ordered.refusal }
}

async function lookAfter({ robokassa }: Context, refund_key: string): Promise<RefundStep> {
  const { label } = await refundState(robokassa, refund_key)
  if (label === 'finished') return { meaning: 'returned' }
  return label === 'processing' ? { meaning: 'waiting' } : { meaning: 'refused', refusal: label }
}

async function returnStars({ config }: Context, { op_key, ...refund }: ClaimedRefund): Promise<RefundStep> {
  const api = telegramApi(config, 10)
  const payer = op_key && (refund.telegram_id ?? (await findStarPayer(api, op_key)))
  if (!payer) return { meaning: 'refused', refusal: 'nobody to give it to' }
  try {
    await api.refundStarPayment(payer, op_key)
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    if (!/ALREADY_REFUNDED/.test(error.description)) return { meaning: 'refused', refusal: error.description }
  }
  return { meaning: 'returned' }
}
