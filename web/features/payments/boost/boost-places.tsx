import { limits } from '#contract/limits.ts'
import { sayPosition } from '#web/features/listings/formats/say-position.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'

type BoostPlacesProps = { placeNow: number; placeAfter: number; free: number }

/** Position of a response without and with a boost, and the number of free boosts. */
export function BoostPlaces({ placeNow, placeAfter, free }: BoostPlacesProps) {
  const { t } = useFormats()
  const now = sayPosition(t, placeNow)
  const after = sayPosition(t, placeAfter)
  return <BoostNote>{t('boost.places', { now, after, free, most: limits.boostSlots })}</BoostNote>
}

export function BoostNote({ children }: { children: string }) {
  return (
    <p className="cap muted" style={{ textAlign: 'center', paddingBottom: 'var(--s-1)' }}>
      {children}
    </p>
  )
}
