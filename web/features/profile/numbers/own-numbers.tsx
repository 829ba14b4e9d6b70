import { dateFormat, numberFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { ReplyOf } from '#web/client/http/api.ts'
import { useFigureFormats } from '#web/features/listings/figures/use-figures.ts'
import { formatMoney } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { bindWords } from '#web/ui/glue.ts'
import { UsualBar, UsualLegend } from '#web/ui/usual-bar.tsx'
import styles from './own-numbers.module.css'

export type OwnNumbers = ReplyOf<'GET /api/users/own_numbers'>

/** Divisor of the sums in the chart, so that each has at most four digits, and the text that names it. */
const scales = [
  { from: 1_000_000, text: 'numbers.millions' },
  { from: 10_000, divisor: 1000, text: 'numbers.thousands' },
] as const

/** A month such as `2026-06` as a date in its middle, which is in this month in every time zone. */
export const dateOfMonth = (month: string): Date => new Date(`${month}-15T12:00:00`)

/** Sum of the agreements with clients, and the sums by month. */
export function AgreedSums({ agreed }: { agreed: OwnNumbers['agreed'] }) {
  const { t, language } = useFormats()
  const { total, currency, is_converted, unpriced, months } = agreed
  const most = Math.max(...months.map(({ sum }) => sum))
  const scale = scales.find(({ from }) => most >= from)
  const divisor = scale ? ('divisor' in scale ? scale.divisor : scale.from) : 1
  const unit = currency.symbol || currency.code
  const shortNumber = numberFormat(language, { maximumFractionDigits: most / divisor < 10 ? 1 : 0 })
  const monthName = (month: string, form: 'short' | 'long') =>
    dateFormat(dateLocale[language], { month: form }).format(dateOfMonth(month))
  // A converted sum is an estimate, so it has no kopecks.
  const money = (sum: number) =>
    formatMoney(language, is_converted ? Number(sum.toPrecision(6)) : sum, currency)
  const sums = months.map(({ month, sum }) =>
    t('numbers.month', { month: monthName(month, 'long'), sum: money(sum) }),
  )
  return (
    <Card className="stack stack-3">
      <div className="row row-between">
        <h2 className="head">{t('numbers.agreed')}</h2>
        <span className="cap muted">{scale ? t(scale.text, { unit }) : unit}</span>
      </div>
      <p className={styles.total}>
        {is_converted && '≈\u00a0'}
        {money(total)}
      </p>
      <div className={styles.months} role="img" aria-label={t('numbers.months', { sums: sums.join(', ') })}>
        {months.map(({ month, sum }, at) => (
          <div key={month} className={styles.month}>
            <b className="num">{shortNumber.format(sum / divisor)}</b>
            <span
              className={cx(styles.bar, at === months.length - 1 && styles.now)}
              style={{ height: most > 0 ? `${(4 * sum) / most}rem` : 0 }}
            />
            {monthName(month, 'short').slice(0, 3)}
          </div>
        ))}
      </div>
      <p className="cap muted">{t('numbers.agreed.note')}</p>
      {is_converted && <p className="cap muted">{t('numbers.converted')}</p>}
      {unpriced > 0 && <p className="cap muted">{t('numbers.unpriced', { count: unpriced })}</p>}
    </Card>
  )
}

const steps = ['sent', 'seen', 'answered', 'chosen'] as const

type OwnResponsesProps = { numbers: OwnNumbers; category: string | null }

/** How the own responses ended, beside the medians of the category. */
export function ResponseNumbers({ numbers, category }: OwnResponsesProps) {
  const { t, language } = useFormats()
  const { percent, duration } = useFigureFormats()
  const { responses, chosen_percent, reply_minutes } = numbers
  const hasUsual = chosen_percent.usual !== null || reply_minutes.usual !== null
  const hasAll = chosen_percent.usual !== null && reply_minutes.usual !== null
  return (
    <Card className="stack stack-4">
      <h2 className="head">{t('numbers.responses')}</h2>
      <div className={styles.chain}>
        {steps.map((step) => (
          <div key={step} className={styles.count}>
            <b className="num">{numberFormat(language).format(responses[step])}</b>
            {t(`numbers.${step}`)}
          </div>
        ))}
      </div>
      <Comparison
        title={t('numbers.share')}
        figure={chosen_percent}
        format={percent}
        missing={t('numbers.share.least', { least: limits.ownNumbers.least })}
      />
      <Comparison
        title={t('numbers.first')}
        figure={reply_minutes}
        format={duration}
        missing={t('numbers.first.least', { least: limits.record.least })}
      />
      {hasUsual && category && <UsualLegend>{t('numbers.market', { category })}</UsualLegend>}
      {!hasAll && (
        <p className="cap muted">
          {category ? t('numbers.few', { number: limits.ownNumbers.people }) : t('numbers.noCategory')}
        </p>
      )}
      <p className="cap muted">{t('numbers.how')}</p>
    </Card>
  )
}

type ComparisonProps = {
  title: string
  figure: OwnNumbers['chosen_percent']
  format: (value: number) => string
  /** Says when the own figure appears. */
  missing: string
}

/** An own figure with the median below it. The bar needs both, because one length alone says nothing. */
function Comparison({ title, figure: { own, usual }, format, missing }: ComparisonProps) {
  const { t } = useFormats()
  const whole = 1.6 * Math.max(own ?? 0, usual?.value ?? 0, 1)
  const width = (value: number) => `${(100 * value) / whole}%`
  return (
    <div className="stack stack-2">
      <p className="row row-between sub">
        <span>{title}</span>
        {own !== null && <b className="num">{format(own)}</b>}
      </p>
      {own !== null && usual && <UsualBar own={width(own)} usual={width(usual.value)} />}
      {own === null && <p className="cap muted">{missing}</p>}
      {usual && (
        <p className="cap muted">
          {bindWords(t('numbers.usual', { value: format(usual.value), count: usual.people }))}
        </p>
      )}
    </div>
  )
}
