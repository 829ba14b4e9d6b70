import { Sparkles } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Listing } from '#web/features/listings/types.ts'
import styles from './reason-line.module.css'

/** Up to two reasons why the feed shows a listing; a click opens the form to hide it. */
export function ReasonLine({ listing, onPress }: { listing: Listing; onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.line} onClick={onPress}>
      <Sparkles />
      <span className="grow">{useReasons(listing)}</span>
      <b>{t('why.not')}</b>
    </button>
  )
}

/** The main reason, then one about the author, the pay or another skill. */
function useReasons({ reason, why }: Listing): string {
  const { t } = useTranslation()
  const skill = why?.skill && t('why.skill', { skill: why.skill })
  const main = reason === 'skills' ? skill : reason === 'popular' ? null : t(`why.${reason}`)
  const soon = why?.answer_minutes && t('why.soon', { count: Math.ceil(why.answer_minutes / 60) })
  const secondary =
    soon ||
    (why?.is_first && t('why.first')) ||
    (why?.is_well_paid && t('why.paid')) ||
    (reason === 'speciality' && skill)
  const words = [main, secondary].filter(Boolean).join(', ') || t('why.popular')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
