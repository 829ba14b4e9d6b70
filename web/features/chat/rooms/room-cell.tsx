import { Check, CheckCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { previewOf, toPreviewFile } from '#web/features/chat/messages/attachment-text.ts'
import { lastTime } from '#web/features/chat/messages/times.ts'
import type { Message, Room } from '#web/features/chat/queries.ts'
import { subjectOf } from '#web/features/chat/subject.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Verified } from '#web/ui/badge.tsx'
import { CountBadge } from '#web/ui/count-dot.tsx'
import styles from './room-cell.module.css'

/** A chat in the list: the partner, the subject, the last message. */
export function RoomCell({ room, user_id }: { room: Room; user_id: number }) {
  const { t, language } = useFormats()
  const { other, last_message: last, unread_count } = room
  const time = lastTime(language, last?.created_at ?? room.created_at)
  const isOwn = last?.sender_id === user_id
  return (
    <Link to={`/chat/${room.id}`} className={styles.cell}>
      <Avatar id={other.id} name={other.full_name} src={other.avatar_url} />
      <span className="grow">
        <span className={styles.top}>
          <b className="ellipsis">{other.full_name}</b>
          {other.is_verified && <Verified label={t('verify.badge')} />}
          <span className={styles.time}>
            {typeof time === 'string' ? t(`chat.${time}`).toLowerCase() : time.text}
          </span>
        </span>
        <span className={styles.subject}>{subjectOf(room, t)}</span>
        <span className={styles.bottom}>
          <span className={styles.last}>
            {last
              ? `${isOwn ? `${t('chat.you')} ` : ''}${previewOf({ ...last, files: last.files.map(toPreviewFile) }, t)}`
              : t('chat.noLetters')}
          </span>
          {unread_count > 0 && (
            <CountBadge count={unread_count} label={t('a11y.unread', { count: unread_count })} />
          )}
          {isOwn && last && !last.is_deleted && (
            <Tick message={last} label={t(`chat.state.${stateOf(last)}`)} />
          )}
        </span>
      </span>
    </Link>
  )
}

const stateOf = (message: Message) => (message.is_read ? 'read' : 'sent')

function Tick({ message, label }: { message: Message; label: string }) {
  const Icon = message.is_read ? CheckCheck : Check
  return <Icon className="i16 accent" role="img" aria-label={label} aria-hidden={false} />
}
