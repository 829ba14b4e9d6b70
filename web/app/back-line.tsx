import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import styles from './back-line.module.css'

/** The way back above a screen, for clients whose header has none. */
export function BackLine({ onBack }: { onBack: () => void }) {
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
