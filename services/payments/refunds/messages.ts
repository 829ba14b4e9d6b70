import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds } from '#services/notifications/kinds.ts'
import { paid } from '#services/notifications/price.ts'
import { selectPaidItems } from '#services/payments/money/queries.ts'

/**
 * Reads data about a payment that bought nothing, because it was refunded, replaced by a credit or held for a check.
 */
export async function findRefundNews(db: Db, payment_id: number) {
  return selectPaidItems(db)
    .select(['payment.kind', 'payment.amount', 'payment.currency', 'payment.state', 'listing.title'])
    .select(sql<boolean>`exists (select from credits where source_payment_id = payment.id)`.as('is_credited'))
    .select(
      sql<boolean>`payment.state not in ('paid', 'refund_pending', 'refunded') and exists (select from payment_cases
        where payment_id = payment.id and kind = 'amount_mismatch' and state = 'open')`.as('is_held'),
    )
    .where('payment.id', '=', payment_id)
    .executeTakeFirst()
}

const paymentRefunded: MessageKind<'payment_refunded'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (news?.state !== 'refunded') return null
    const { title, amount, currency } = news
    // A refund in Stars arrives at once. A refund to a bank card takes days, so its text differs.
    const key = currency === 'XTR' ? 'payment_refunded.stars' : 'payment_refunded'
    return { text: translateFor(reader, key, { title, amount: paid(reader.language, amount, currency) }) }
  },
}

/**
 * Message to the payer that a payment is being checked. It is sent only if the payment still waits for a decision of
 * the staff.
 */
const paymentHeld: MessageKind<'payment_held'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (!news?.is_held) return null
    return { text: translateFor(reader, 'payment_held', { title: news.title }) }
  },
}

const paymentCredited: MessageKind<'payment_credited'> = {
  async compose(ctx, { payment_id }, reader) {
    const news = await findRefundNews(ctx.db, payment_id)
    if (!news?.is_credited) return null
    const subject = news.kind === 'response' ? 'boost' : 'publication'
    return { text: translateFor(reader, `payment_credited.${subject}`, { title: news.title }) }
  },
}

/** Messages to a payer about a payment that bought nothing. */
export const refundMessages = {
  payment_held: paymentHeld,
  payment_refunded: paymentRefunded,
  payment_credited: paymentCredited,
} satisfies Partial<MessageKinds>
