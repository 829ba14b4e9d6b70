import { limits } from '#contract/limits.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'

type BoostPlacesProps = { now: number; after: number; free: number }

/** What a boost buys: the place without and with it, and how many paid places are left. */
export function BoostPlaces(places: BoostPlacesProps) {
  const { t } = useFormats()
  return <BoostNote>{t('boost.places', { ...places, most: limits.boostSlots })}</BoostNote>
}

export function BoostNote({ children }: { children: string }) {
  return (
    <p className="cap muted" style={{ textAlign: 'center', paddingBottom: 4 }}>
      {children}
    </p>
  )
}
