import { MessagesSquare } from 'lucide-react'
import { useTranslation } from '#web/client/use-translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './empty-room.module.css'

/** Empty state of a chat without messages. */
export function EmptyChat() {
  const { t } = useTranslation()
  return (
    <div className={styles.middle}>
      <EmptyState icon={MessagesSquare} title={t('chat.first.title')} text={t('chat.first')} />
    </div>
  )
}
