import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Bubble } from '#web/features/chat/bubble/bubble.tsx'
import { useIsTyping } from '#web/features/chat/live/typing.ts'
import { removeFile, retry, useOutbox } from '#web/features/chat/messages/outbox.ts'
import { type Bubble as Content, dayName, groupByDays } from '#web/features/chat/messages/times.ts'
import type { Message, Room } from '#web/features/chat/queries.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { TextButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNearScreen } from '#web/ui/use-near-screen.ts'
import styles from './log.module.css'

type LogProps = {
  room: Room
  user_id: number
  messages: Message[]
  above: ReactNode
  /** Id of the message that is highlighted after a jump to it. */
  highlighted: number | null
  onOpen: (bubble: Content) => void
  onJump: (id: number) => void
}

/** Messages of the chat grouped by day, newest at the bottom. */
export function Log({ room, user_id, messages, above, highlighted, onOpen, onJump }: LogProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const outgoing = useOutbox(room.id)
  const isTyping = useIsTyping(room.id)
  const days = groupByDays(messages, outgoing, user_id)
  const roomIds = { room_id: room.id, sender_id: user_id }
  return (
    <div className={styles.log} role="log" aria-label={t('chat.log')}>
      {above}
      {days.map(({ date, bubbles }) => {
        const name = dayName(language, bubbles[0]?.created_at ?? '')
        const words =
          name === 'today' ? t('chat.today') : name === 'yesterday' ? t('chat.yesterday') : name.text
        return (
          <section key={date} className={styles.day} aria-label={words}>
            <p className={styles.date}>{words}</p>
            <ol className={styles.messages}>
              {bubbles.map((bubble) => (
                <Bubble
                  key={bubble.key}
                  bubble={bubble}
                  name={room.other.full_name}
                  isHighlighted={bubble.message !== undefined && bubble.message.id === highlighted}
                  onJump={onJump}
                  onRetry={() => bubble.outgoing && retry(roomIds, bubble.outgoing)}
                  onRemoveFile={(file) => bubble.outgoing && removeFile(roomIds, bubble.outgoing, file)}
                  onOpen={() => onOpen(bubble)}
                />
              ))}
            </ol>
          </section>
        )
      })}
      {isTyping && (
        <div className={styles.typing} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      )}
    </div>
  )
}

const nearPx = 400

/** Loads older messages shortly before the user scrolls to the top. */
export function OlderMessagesLoader({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const loaderRef = useNearScreen<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={loaderRef} className={styles.more}>
      {isLoading ? <Spinner /> : <TextButton onClick={onMore}>{t('chat.older')}</TextButton>}
    </div>
  )
}

/** Empty state of a chat without messages. */
export function EmptyChat() {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <EmptyState icon={MessagesSquare} title={t('chat.first.title')} text={t('chat.first')} />
    </div>
  )
}

/** Placeholder while messages load. */
export function RoomSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <Skeleton width="62%" height={56} onPage />
      <Skeleton width="48%" height={36} onPage end />
      <Skeleton width="70%" height={76} onPage />
      <Skeleton width="56%" height={36} onPage end />
    </div>
  )
}
