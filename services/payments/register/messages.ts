import { translatorFor } from '#services/core/text/i18n.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { money } from '#services/notifications/price.ts'
import { readReport } from './daily-report.ts'

const countedVerdicts = ['matched', 'late', 'missing', 'surplus', 'returned_outside'] as const

/** Message to the operators' chat with the daily report about money. */
export const reportMessages: Pick<MessageKinds, 'money_report'> = {
  money_report: {
    async compose(ctx, { day }, reader) {
      const report = await readReport(ctx, day)
      const name = translatorFor(reader.language)
      const line = (title: string, value: string | number) => `${title}: ${value}`
      const sum = (amount: number, currency: string) =>
        currency === 'XTR' ? `${amount} ★` : money(reader.language, Math.round(amount * 100), currency)
      const text = [
        translateFor(reader, 'money_report', { day }),
        ...countedVerdicts.map((key) => line(name(`admin.register.count.${key}`), report[key])),
        '',
        translateFor(reader, 'money_report.cases', {
          count: String(report.open_cases.reduce((all, { count }) => all + count, 0)),
        }),
        ...report.open_cases.map(({ kind, count }) =>
          line(`• ${name(`admin.payments.case.${kind}`)}`, count),
        ),
        translateFor(reader, 'money_report.credits', { count: String(report.credits) }),
        ...report.balances.map(({ account, currency, amount }) =>
          line(name(`admin.report.account.${account}`), sum(amount, currency)),
        ),
      ]
      return { text: text.join('\n') }
    },
  },
}
