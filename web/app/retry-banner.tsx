import { CloudOff } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './retry-banner.module.css'

/** Banner above the page with a "retry" button. */
export function RetryBanner({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.banner}>
      <Notice icon={CloudOff} tone="bad">
        <span className="row row-between">
          {text}
          <TextButton onClick={onRetry}>{t('common.retry')}</TextButton>
        </span>
      </Notice>
    </div>
  )
}
