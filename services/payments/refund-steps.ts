import { GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import type { ClaimedRefund, RefundStep } from './refunds.ts'
import { orderRefund, refundState } from './robokassa/refunds.ts'
import { findStarPayer } from './star-payers.ts'

/**
 * Takes one refund one step on at its provider. Repeating a step is safe on both rails: neither gives the same
 * money back twice.
 * @throws whatever says that the provider's decision is not known
 */
export async function takeRefundStep(ctx: Context, refund: ClaimedRefund): Promise<RefundStep> {
  if (refund.rail === 'stars') return returnStars(ctx, refund)
  // A test payment took no money, and the provider keeps nothing of it.
  if (refund.is_test) return { meaning: 'returned' }
  return refund.refund_key ? lookAfter(ctx, refund.refund_key) : order(ctx, refund)
}

async function order({ robokassa }: Context, { op_key }: ClaimedRefund): Promise<RefundStep> {
  if (!op_key) return { meaning: 'refused', refusal: 'the provider gave no key of the operation' }
  const ordered = await orderRefund(robokassa, { op_key })
  if (ordered.refusal === null) return { meaning: 'waiting', refund_key: ordered.request_id }
  // The order of before whose answer was lost.
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
