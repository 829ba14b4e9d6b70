import { limits } from '#contract/limits.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/list.tsx'

/** How long a listing stands for its price, and what happens after the payment. */
export function PlacementCard({ price, note }: { price: string; note: string }) {
  const { t } = useFormats()
  return (
    <Card className="stack">
      <h2 className="head">{t('create.placement')}</h2>
      <Facts
        items={[
          {
            name: t('create.placementPeriod'),
            value: t('create.days', { count: limits.placementDays.default }),
          },
          { name: t('create.toPay'), value: <span className="num">{price}</span> },
        ]}
      />
      <p className="cap muted">{note}</p>
    </Card>
  )
}
