import type { ReactNode } from 'react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { roubles } from '#web/features/payments/use-payment.ts'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/form-field.tsx'
import { Facts } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import type { Placement } from './use-placement.ts'

type PlacementCardProps = {
  placement: Placement
  onPeriod: (period: string) => void
  /** Text that explains what happens after payment. */
  note: string
  /** True in the form for a new listing, which shows how many listings can still be created today. */
  isNew?: boolean
}

/** Placement period, its price, and how many listings can still be created today. */
export function PlacementCard({ placement, onPeriod, note, isNew }: PlacementCardProps) {
  const { t, money } = useFormats()
  const { chosen, periods, posts } = placement
  const days = (count: number) => t('create.days', { count })
  const facts: { name: string; value: ReactNode }[] = [
    {
      name: t('create.toPay'),
      value: <span className="num">{chosen ? money(chosen.price, roubles) : '…'}</span>,
    },
  ]
  if (periods.length < 2)
    facts.unshift({ name: t('create.placementPeriod'), value: chosen ? days(chosen.days) : '…' })
  if (isNew && posts) facts.push({ name: t('create.postsLeft'), value: t('create.postsLeft.of', posts) })
  return (
    <Card className="stack">
      <h2 className="head">{t('create.placement')}</h2>
      {periods.length > 1 && <Periods placement={placement} onPeriod={onPeriod} />}
      <Facts items={facts} />
      <p className="cap muted">{note}</p>
    </Card>
  )
}

/** Maximum number of placement periods shown as segments on a narrow screen. More periods become a select. */
const maxSegments = 3

function Periods({ placement, onPeriod }: Pick<PlacementCardProps, 'placement' | 'onPeriod'>) {
  const { t, money } = useFormats()
  const { periods, chosen } = placement
  const label = t('create.placementPeriod')
  const value = String(chosen?.days)
  if (periods.length <= maxSegments)
    return (
      <Segment
        label={label}
        value={value}
        onChange={onPeriod}
        options={periods.map(({ days }) => ({
          value: String(days),
          label: t('create.days', { count: days }),
        }))}
      />
    )
  return (
    <SelectField
      label={label}
      options={periods.map(({ days, price }) => ({
        value: String(days),
        label: `${t('create.days', { count: days })} · ${money(price, roubles)}`,
      }))}
      value={value}
      onValue={onPeriod}
    />
  )
}
