import { type Api, GrammyError } from 'grammy'
import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { PaymentRail } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { closeCases, openCase } from '#services/payments/money/cases.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { orderRefund, refundState } from '#services/payments/robokassa/refunds.ts'

const minute = 60_000
/**
 * Milliseconds to wait after each step of an unfinished refund. After the last one in the list, the last wait is
 * repeated.
 */
const stepWaits = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, 60 * minute]
/**
 * Milliseconds for which a process claims a refund. The provider always answers within this time, so no second process
 * handles the refund meanwhile. If the process dies, another one can claim the refund afterwards.
 */
const claimMs = 30_000
/** Number of steps of a refund, about a day, after which a payment case shows it to an admin. The steps continue. */
const caseAfterSteps = 30

type ClaimedRefund = {
  id: number
  rail: PaymentRail
  is_test: boolean
  op_key: string | null
  refund_key: string | null
  /** Telegram id of the payer; null once the payer has deleted the account. */
  telegram_id: number | null
}

/**
 * Result of a step of a refund. The provider has returned the money, is still handling the refund under `refund_key`,
 * or refuses the refund.
 */
export type RefundStep =
  | { meaning: 'returned' }
  | { meaning: 'waiting'; refund_key?: string }
  | { meaning: 'refused'; refusal: string }

/** Starts the refund of a locked payment. The worker for refunds carries it out. */
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

/** Claims refunds whose next step is due. No two processes claim the same refund. */
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

/** Stores the result of a step of a refund. A refused refund opens a payment case for an admin. */
export async function recordRefundStep(ctx: Context, payment_id: number, step: RefundStep): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state !== 'refund_pending') return
    if (step.meaning === 'returned') return finishRefund(ctx, tx, payment)
    if (step.meaning === 'refused') {
      await openCase(ctx, tx, 'refund_failed', payment.id, payment.id, { refusal: step.refusal })
      return scheduleStep(tx, payment.id, null)
    }
    if (payment.checks >= caseAfterSteps) await openCase(ctx, tx, 'stuck', payment.id, payment.id, {})
    const wait = stepWaits[Math.min(payment.checks, stepWaits.length) - 1] ?? minute
    await scheduleStep(tx, payment.id, new Date(ctx.now().getTime() + wait), step.refund_key)
  })
}

/** Completes the refund of a locked payment, because the payer has got the money back. */
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

async function scheduleStep(tx: Tx, id: number, next: Date | null, refund_key?: string): Promise<void> {
  const next_check_at = next?.toISOString() ?? null
  await tx
    .updateTable('payments')
    .set({ next_check_at, ...(refund_key && { refund_key }) })
    .where('id', '=', id)
    .execute()
}

/**
 * Takes the next step of a refund at its provider. Repeating a step is safe, because neither Robokassa nor Telegram
 * returns the same money twice.
 * @throws any error after which it is unknown whether the provider accepted the refund
 */
export async function takeRefundStep(ctx: Context, refund: ClaimedRefund): Promise<RefundStep> {
  if (refund.rail === 'stars') return returnStars(ctx, refund)
  // A test payment took no money, and the provider has no record of it. So there is nothing to return.
  if (refund.is_test) return { meaning: 'returned' }
  return refund.refund_key ? checkOrder(ctx, refund.refund_key) : order(ctx, refund)
}

async function order({ robokassa }: Context, { op_key }: ClaimedRefund): Promise<RefundStep> {
  if (!op_key) return { meaning: 'refused', refusal: 'the provider gave no key of the operation' }
  const ordered = await orderRefund(robokassa, { op_key })
  if (ordered.refusal === null) return { meaning: 'waiting', refund_key: ordered.request_id }
  // `AlreadyRefunded` means that the provider accepted an earlier order of the same refund, but its answer was lost.
  if (ordered.refusal === 'AlreadyRefunded') return { meaning: 'returned' }
  return { meaning: 'refused', refusal: ordered.refusal }
}

async function checkOrder({ robokassa }: Context, refund_key: string): Promise<RefundStep> {
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

/** Maximum number of Star transactions that Telegram returns at once. */
const page = 100

/**
 * Finds the payer of a payment in Telegram's list of Star transactions. It is for payers who deleted their account: the
 * product no longer knows their Telegram id, but must return the Stars.
 * @returns the payer's Telegram id, or undefined if no transaction matches
 */
export async function findStarPayer(
  api: Pick<Api, 'getStarTransactions'>,
  charge: string,
): Promise<number | undefined> {
  for (let offset = 0; ; offset += page) {
    const { transactions } = await api.getStarTransactions({ offset, limit: page })
    for (const { id, source } of transactions)
      if (id === charge && source?.type === 'user') return source.user.id
    if (transactions.length < page) return undefined
  }
}
