import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import styles from './back-line.module.css'

/** Back button above a screen, for clients without one in their header. */
export function BackBar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <nav className={styles.line} aria-label={t('nav.back')}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ChevronLeft />
        {t('nav.back')}
      </button>
    </nav>
  )
}
