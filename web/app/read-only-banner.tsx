import { CloudOff } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './read-only-banner.module.css'

/** After a failed start the app shows what it could load; this line says so and offers to try again. */
export function ReadOnlyBanner({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.banner}>
      <Notice icon={CloudOff} tone="bad">
        <span className="row row-between">
          {t('error.start.title')}
          <TextButton onClick={onRetry}>{t('common.retry')}</TextButton>
        </span>
      </Notice>
    </div>
  )
}
