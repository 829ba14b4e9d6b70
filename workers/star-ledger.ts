import type { Context } from '#services/context.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { receiveStars } from '#services/payments/star-receipts.ts'
import { type Loop, startLoop } from './loop.ts'
import { pace } from './pace.ts'

/** Reads Telegram's own book of Stars: a payment whose message was lost is found there. */
export function startStarLedger(ctx: Context): Loop {
  let seen = 0
  return startLoop(ctx, {
    name: 'star-ledger',
    round: async (own) => {
      if (own.config.PAYMENTS_POLICY === 'spec') return pace.stars.look
      const read = await readBook(own, seen)
      seen += read
      return read === pace.stars.page ? 0 : pace.stars.look
    },
  })
}

/** Takes in the payments of one page; those known already change nothing. @returns how many entries it had */
export async function readBook(ctx: Context, offset: number): Promise<number> {
  const api = telegramApi(ctx.config, pace.delivery.timeout / 1000)
  const { transactions } = await api.getStarTransactions({ offset, limit: pace.stars.page })
  for (const { id, amount, source } of transactions) {
    if (source?.type !== 'user' || source.transaction_type !== 'invoice_payment') continue
    const { invoice_payload = '', user } = source
    const receipt = {
      invoice_payload,
      currency: 'XTR',
      total_amount: amount,
      telegram_id: user.id,
      charge: id,
    }
    await receiveStars(ctx, receipt)
  }
  return transactions.length
}
