import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { numberFormat } from '#contract/formats.ts'
import type { ReplyOf } from '#web/client/http/api.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { editPath } from '#web/features/listings/own/paths.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { UsualBar, UsualLegend } from '#web/ui/usual-bar.tsx'
import styles from './funnel.module.css'

export type ListingFunnel = ReplyOf<'GET /api/listings/:id/funnel'>
const steps = ['shown', 'opened', 'favourited', 'responded'] as const
/** The earlier step of the funnel to which a step's percentage refers. */
const baseStep = { opened: 'shown', favourited: 'opened', responded: 'opened' } as const

/** Funnel of a listing from card views to responses. Markers show the figures of similar listings. */
export function FunnelBars({ funnel: { kind, total, usual, from_channels } }: { funnel: ListingFunnel }) {
  const { t, language } = useFormats()
  const number = (value: number) => numberFormat(language).format(value)
  const maximum = Math.max(1, ...steps.flatMap((step) => [total[step], usual?.[step] ?? 0]))
  // The bars have a power scale. On a linear scale a few responses would be invisible beside a thousand views.
  const width = (value: number) => `${100 * (value / maximum) ** 0.4}%`
  const shareText = (step: (typeof steps)[number]) => {
    if (step === 'shown') return t('funnel.shown.where')
    const base = baseStep[step]
    const baseCount = total[base]
    // Visitors who come by a link have not seen the card, so a step can exceed the step before it. No percentage is
    // shown then.
    if (baseCount === 0 || total[step] > baseCount) return null
    const share = numberFormat(language, { style: 'percent' }).format(total[step] / baseCount)
    return t(`funnel.share.${base}`, { share })
  }
  return (
    <Card className="stack stack-4">
      {steps.map((step) => {
        const share = shareText(step)
        const values = { step: t(`funnel.${step}`), own: number(total[step]) }
        return (
          <div key={step} className="stack stack-2">
            <p className="row row-between sub">
              <span>{t(`funnel.${step}`)}</span>
              <span className="num">
                <b>{number(total[step])}</b>
                {share && (
                  <span className="muted">
                    {'\u00a0· '}
                    {share}
                  </span>
                )}
              </span>
            </p>
            <UsualBar
              own={width(total[step])}
              usual={usual && width(usual[step])}
              label={
                usual
                  ? t('funnel.saidUsual', { ...values, usual: number(usual[step]) })
                  : t('funnel.said', values)
              }
            />
            {from_channels && (step === 'opened' || step === 'responded') && (
              <p className="cap muted num">{t('funnel.channels', { number: number(from_channels[step]) })}</p>
            )}
          </div>
        )
      })}
      {usual ? (
        <UsualLegend>{t('funnel.usual', { number: number(usual.listings) })}</UsualLegend>
      ) : (
        <p className="cap muted">{t(`funnel.few.${kind}`)}</p>
      )}
    </Card>
  )
}

/** Views by day. Views before the shown days are named, so that the sum is the number in the funnel. */
export function FunnelDays({ funnel: { days, total } }: { funnel: ListingFunnel }) {
  const { t, day, count: number } = useFormats()
  const maximum = Math.max(1, ...days.map(({ opened }) => opened))
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const earlierCount = total.opened - days.reduce((sum, { opened }) => sum + opened, 0)
  return (
    <Card className="stack stack-3">
      <h2 className="head">{t('funnel.byDay')}</h2>
      <div
        className={styles.days}
        role="img"
        aria-label={t('funnel.daysSaid', { numbers: days.map(({ opened }) => opened).join(', ') })}
      >
        {days.map(({ day: date, opened }) => (
          <span key={date} className={styles.day} style={{ height: `${(100 * opened) / maximum}%` }} />
        ))}
      </div>
      <p className="row row-between cap muted num">
        {days.length > 1 && (
          <span>{t('funnel.dayNumber', { day: day(first.day), count: first.opened })}</span>
        )}
        <span>{t('funnel.today', { count: last.opened })}</span>
      </p>
      {earlierCount > 0 && (
        <p className="cap muted">{t('funnel.earlier', { number: number(earlierCount) })}</p>
      )}
      <p className="cap muted">{t('funnel.private')}</p>
    </Card>
  )
}

type AdviceProps = {
  advice: NonNullable<ListingFunnel['advice']>
  listing: { kind: ListingFunnel['kind']; id: number }
}

/** Names the step of the funnel that is weakest compared with similar listings, with a link to the edit form. */
export function FunnelAdvice({ advice: { kind, lag, is_only, own, low, high }, listing }: AdviceProps) {
  const { t, language, money, span } = useFormats()
  const { data: currencyList } = useQuery({ ...currencies(), enabled: kind === 'price' })
  const rouble = currencyList?.find(({ code }) => code === 'RUB') ?? null
  const number = (value: number) => numberFormat(language).format(value)
  const values =
    kind === 'price'
      ? { own: money(own, rouble), usual: span(low, high, rouble) }
      : { own: number(own), usual: number(low) }
  return (
    <Card className="stack stack-3">
      <div className={styles.advice}>
        <Lightbulb className="accent" />
        <div className="stack stack-1">
          <h2 className="head">{t(`funnel.lag.${lag}`)}</h2>
          <p className="sub muted">{t(`funnel.how.${kind}`, values)}</p>
        </div>
      </div>
      <div>
        <ButtonLink small variant="soft" to={editPath(listing)}>
          {t(`funnel.act.${kind}`)}
        </ButtonLink>
      </div>
      {is_only && <p className="cap muted">{t('funnel.only')}</p>}
    </Card>
  )
}
