import { useTranslation } from '#web/client/use-translation.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNearScreen } from '#web/ui/use-near-screen.ts'
import styles from './room.module.css'

const nearPx = 400

/** Loads older messages shortly before the user scrolls to the top. */
export function OlderMessagesLoader({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const place = useNearScreen<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={place} className={styles.more}>
      {isLoading ? <Spinner /> : <TextButton onClick={onMore}>{t('chat.older')}</TextButton>}
    </div>
  )
}
