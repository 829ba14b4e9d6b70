import { useTranslation } from '#web/client/use-translation.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNearScreen } from '#web/ui/use-near-screen.ts'
import styles from './room.module.css'

const nearPx = 400

/** Above the oldest message at hand: asks for older ones by itself before it is reached. */
export function Older({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const place = useNearScreen<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={place} className={styles.more}>
      {isLoading ? <Spinner /> : <TextButton onClick={onMore}>{t('chat.older')}</TextButton>}
    </div>
  )
}
