import type { ReactNode } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { Bubble } from './bubble.tsx'
import styles from './log.module.css'
import { removeFile, retry, useOutbox } from './outbox.ts'
import type { Message, Room } from './queries.ts'
import type { Bubble as Content } from './times.ts'
import { byDays, dayName } from './times.ts'
import { useTyping } from './typing.ts'

type LogProps = {
  room: Room
  user_id: number
  messages: Message[]
  above: ReactNode
  /** The message that was just led to. */
  flashed: number | null
  onOpen: (bubble: Content) => void
  onLead: (id: number) => void
}

/** The messages by days, the newest at the bottom. */
export function Log({ room, user_id, messages, above, flashed, onOpen, onLead }: LogProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const outgoing = useOutbox(room.id)
  const isTyping = useTyping(room.id)
  const days = byDays(messages, outgoing, user_id)
  const place = { room_id: room.id, sender_id: user_id }
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
                  isFlashed={bubble.message !== undefined && bubble.message.id === flashed}
                  onLead={onLead}
                  onRetry={() => bubble.outgoing && retry(place, bubble.outgoing)}
                  onRemoveFile={(file) => bubble.outgoing && removeFile(place, bubble.outgoing, file)}
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
