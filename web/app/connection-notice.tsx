import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#web/client/query.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLostConnection, watchConnection } from './connection.ts'
import styles from './read-only-banner.module.css'

watchConnection()

/** Says that what is on the screen was loaded earlier. */
export default function ConnectionNotice() {
  const { t } = useTranslation()
  if (!useLostConnection()) return null
  const retry = () => void queryClient.refetchQueries({ type: 'active' })
  return (
    <div className={styles.banner} role="status">
      <Notice icon={CloudOff} tone="warn">
        <span className="row row-between">
          {t('error.cached')}
          <TextButton onClick={retry}>{t('common.retry')}</TextButton>
        </span>
      </Notice>
    </div>
  )
}
