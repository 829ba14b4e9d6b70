import { limits } from '#contract/limits.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'

type BoostPlacesProps = { placeNow: number; placeAfter: number; free: number }

/** Position of a response without and with a boost, and the number of free boosts. */
export function BoostPlaces({ placeNow, placeAfter, free }: BoostPlacesProps) {
  const { t } = useFormats()
  const places = { now: placeNow, after: placeAfter, free, most: limits.boostSlots }
  return <BoostNote>{t('boost.places', places)}</BoostNote>
}

export function BoostNote({ children }: { children: string }) {
  return (
    <p className="cap muted" style={{ textAlign: 'center', paddingBottom: 'var(--s-1)' }}>
      {children}
    </p>
  )
}
