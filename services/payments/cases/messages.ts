import { translatorFor } from '#services/core/text/i18n.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKinds, Recipient } from '#services/notifications/kinds.ts'
import { paid } from '#services/notifications/price.ts'

/** Message to the operators' chat about a new payment case. */
export const caseMessages: Pick<MessageKinds, 'payment_case'> = {
  payment_case: {
    async compose(ctx, { case_id }, reader) {
      const caseFacts = await ctx.db
        .selectFrom('payment_cases')
        .leftJoin('payments as payment', 'payment.id', 'payment_cases.payment_id')
        .select(['payment_cases.kind', 'payment_cases.state', 'invoice_id', 'details', 'payment.currency'])
        .where('payment_cases.id', '=', case_id)
        .executeTakeFirst()
      if (caseFacts?.state !== 'open') return null
      const { expected, received } = caseFacts.details
      const currency = caseFacts.currency ?? 'RUB'
      const line = (key: string, value: string) => `${translateFor(reader, `payment_case.${key}`)}: ${value}`
      const text = [
        translateFor(reader, 'payment_case', {
          case: String(case_id),
          kind: translatorFor(reader.language)(`admin.payments.case.${caseFacts.kind}`),
        }),
        ...(caseFacts.invoice_id === null ? [] : [line('invoice', String(caseFacts.invoice_id))]),
        ...sumLine(reader, currency, expected, (sum) => line('expected', sum)),
        ...sumLine(reader, currency, received, (sum) => line('received', sum)),
        translateFor(reader, 'payment_case.where'),
      ]
      return { text: text.join('\n') }
    },
  },
}

const sumLine = (reader: Recipient, currency: string, sum: unknown, write: (text: string) => string) =>
  typeof sum === 'number' ? [write(paid(reader.language, sum, currency))] : []
