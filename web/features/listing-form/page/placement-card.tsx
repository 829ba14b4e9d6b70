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
}

/** Choice of the placement period, with its price. */
export function PlacementCard({ placement, onPeriod, note }: PlacementCardProps) {
  const { t, money } = useFormats()
  const { chosen } = placement
  const price = chosen ? money(chosen.price, roubles) : '…'
  return (
    <Card className="stack">
      <h2 className="head">{t('create.placement')}</h2>
      <Periods placement={placement} onPeriod={onPeriod} />
      <Facts items={[{ name: t('create.toPay'), value: <span className="num">{price}</span> }]} />
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
