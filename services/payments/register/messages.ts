import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKinds } from '#services/notifications/kinds.ts'
import { money } from '#services/notifications/price.ts'
import { readReport } from './daily-report.ts'

/** Differences between the books and those of the provider. */
const differenceVerdicts = ['late', 'missing', 'surplus', 'returned_outside'] as const

/** Daily report about money in the operators' chat. It leaves out all zeros. */
export const reportMessages: Pick<MessageKinds, 'money_report'> = {
  money_report: {
    async compose(ctx, { day }, reader) {
      const report = await readReport(ctx, day)
      const name = translatorFor(reader.language)
      const line = (title: string, value: string | number) => `${title}: ${value}`
      const sum = (amount: number, currency: string) =>
        currency === 'XTR' ? `${amount} ★` : money(reader.language, Math.round(amount * 100), currency)
      const lineAboveZero = (title: string, count: number) => (count > 0 ? [line(title, count)] : [])
      const openCases = report.open_cases.reduce((all, { count }) => all + count, 0)
      const differences = differenceVerdicts.reduce((all, key) => all + report[key], openCases)
      const dateStyle = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
      const date = dateFormat(dateLocale[reader.language], dateStyle).format(Date.parse(day))
      const counted = ['matched', ...differenceVerdicts] as const
      const text = [
        translateFor(reader, differences === 0 ? 'money_report.matched' : 'money_report', { day: date }),
        ...counted.flatMap((key) => lineAboveZero(name(`admin.register.count.${key}`), report[key])),
        ...(openCases > 0 ? [translateFor(reader, 'money_report.cases', { count: String(openCases) })] : []),
        ...report.open_cases.map(({ kind, count }) =>
          line(`• ${name(`admin.payments.case.${kind}`)}`, count),
        ),
        ...(report.credits > 0
          ? [translateFor(reader, 'money_report.credits', { count: String(report.credits) })]
          : []),
        ...report.balances
          .filter(({ amount }) => amount !== 0)
          .map(({ account, currency, amount }) =>
            line(name(`admin.report.account.${account}`), sum(amount, currency)),
          ),
      ]
      return { text: text.join('\n') }
    },
  },
}
