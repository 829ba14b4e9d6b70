import { AppError } from '#contract/errors.ts'
import type { PaymentKind } from '#db/tables.ts'
import { translate } from '#services/core/i18n.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { telegramApi } from '#services/notifications/telegram.ts'

const patienceSeconds = 5

/** Asks Telegram for the link of an invoice in Stars and keeps it. @throws unavailable */
export async function linkInvoice(ctx: UserContext, payment_id: number, kind: PaymentKind): Promise<string> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['uuid', 'amount', 'listing_id', 'response_id'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const say = translate(ctx.language)
  const title = say(`invoice.title.${kind}`)
  const description = say(`invoice.description.${kind}`, { id: payment.listing_id ?? payment.response_id })
  try {
    const api = telegramApi(ctx.config, patienceSeconds)
    const prices = [{ label: title, amount: payment.amount }]
    const payment_url = await api.createInvoiceLink(title, description, payment.uuid, '', 'XTR', prices)
    await ctx.db.updateTable('payments').set({ payment_url }).where('id', '=', payment_id).execute()
    return payment_url
  } catch (error) {
    ctx.log.warn({ err: error, payment_id }, 'telegram gave no link for stars')
    throw new AppError('unavailable')
  }
}
