import { Info } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import styles from './papers.module.css'

/** The one sentence about law on each screen of the papers. */
export function LawNote() {
  const { t } = useTranslation()
  return (
    <p className={`cap muted ${styles.law}`}>
      <Info />
      {t('papers.law')}
    </p>
  )
}
