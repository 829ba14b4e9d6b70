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
/** Waits in ms between the steps of an unfinished refund; further steps have the last wait. */
const stepWaits = [5_000, 30_000, 2 * minute, 10 * minute, 30 * minute, 60 * minute]
/**
 * Milliseconds for which a process claims a refund. The claim lasts longer than any answer of the provider, so no
 * second process takes the refund meanwhile. If the process dies, another one takes the refund afterwards.
 */
const claimMs = 30_000
/** Number of steps, about a day, after which a case shows the refund to an admin. The steps go on. */
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
 * The provider's answer to a step of a refund: the money is returned, the refund is in progress under `refund_key`, or
 * it is refused.
 */
export type RefundStep =
  | { meaning: 'returned' }
  | { meaning: 'waiting'; refund_key?: string }
  | { meaning: 'refused'; refusal: string }

/** Starts the refund of a locked payment; the worker of refunds carries it out. */
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

/** Claims refunds whose next step is due, each for one process. */
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

/** Stores the provider's answer. A refused refund opens a case for an admin. */
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

/** Completes the refund of a locked payment: the money is back with the payer. */
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
 * Takes one step of a refund at its provider. A step can be repeated safely, because neither Robokassa nor Telegram
 * returns the same money twice.
 * @throws any error after which the provider's decision is unknown
 */
export async function takeRefundStep(ctx: Context, refund: ClaimedRefund): Promise<RefundStep> {
  if (refund.rail === 'stars') return returnStars(ctx, refund)
  // A test payment took no money and the provider has no record of it, so nothing has to be returned.
  if (refund.is_test) return { meaning: 'returned' }
  return refund.refund_key ? checkOrder(ctx, refund.refund_key) : order(ctx, refund)
}

async function order({ robokassa }: Context, { op_key }: ClaimedRefund): Promise<RefundStep> {
  if (!op_key) return { meaning: 'refused', refusal: 'the provider gave no key of the operation' }
  const ordered = await orderRefund(robokassa, { op_key })
  if (ordered.refusal === null) return { meaning: 'waiting', refund_key: ordered.request_id }
  // `AlreadyRefunded` means that an earlier order of this refund was accepted but its answer was lost.
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

/** Largest number of transactions that Telegram returns at once. */
const page = 100

/**
 * Finds the payer of a charge in Telegram's Star transactions. A refund needs it if the account is deleted: its
 * Telegram id is gone, but the Stars must be returned.
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
