import { Archive, CircleUserRound, FileText } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useIsTyping } from '#web/features/chat/live/typing.ts'
import { refreshRooms } from '#web/features/chat/messages/message-cache.ts'
import { type Room, subjectOf } from '#web/features/chat/queries.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { MoreButton } from '#web/features/relations/more-button.tsx'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, Verified } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cell } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import styles from './room-head.module.css'

/**
 * Header of a chat in two lines: the partner and the agreed price, the subject and the deadline. It links to the
 * listing, or to the partner if there is no listing. "Typing" replaces the subject, so that the header keeps its height.
 */
export function ChatHeader({ room, user_id }: { room: Room; user_id: number }) {
  const { t, day } = useFormats()
  const { other, listing } = room
  const isTyping = useIsTyping(room.id)
  const due_at = listing?.executor_id ? listing.agreement?.due_at : null
  const seenText = room.other_seen && t(`seen.${room.other_seen}`)
  return (
    <header className={styles.head}>
      <div className={styles.card}>
        <Link to={listing ? `/${listing.kind}/${listing.id}` : `/user/${other.id}`} className={styles.link}>
          <Avatar id={other.id} name={other.full_name} src={other.avatar_url} />
          <div className={styles.lines}>
            <div className={styles.top}>
              <h1 className={styles.name}>
                <span className="ellipsis">{other.full_name}</span>
                {other.is_verified && <Verified label={t('verify.badge')} />}
              </h1>
              {due_at && seenText && <span className={styles.seen}>{seenText}</span>}
            </div>
            {listing?.executor_id && <AgreementBadge agreement={listing.agreement} />}
            <div className={cx(styles.caption, !due_at && styles.whole)}>
              {isTyping ? (
                <p className={styles.typing} role="status">
                  {t('chat.typing')}
                </p>
              ) : (
                <p className="ellipsis">{subjectOf(room, t)}</p>
              )}
              {!due_at && seenText && <span className={styles.seen}>{seenText}</span>}
            </div>
            {due_at && <span className={styles.due}>{t('chat.due', { date: day(due_at) })}</span>}
          </div>
        </Link>
        <MoreButton subject={{ type: 'user', id: other.id }} person={other}>
          <RoomActions room={room} user_id={user_id} />
        </MoreButton>
      </div>
    </header>
  )
}

/** Agreed price, or a badge "chosen" if no price was agreed. */
function AgreementBadge({ agreement }: { agreement: NonNullable<Room['listing']>['agreement'] }) {
  const { t, money } = useFormats()
  if (!agreement || agreement.price === null) return <Badge tone="good">{t('responses.chosen')}</Badge>
  const amount = money(agreement.price, agreement.currency)
  return <b className={cx('num', styles.agreed)}>{[amount, agreement.unit].filter(Boolean).join(' ')}</b>
}

/** Actions that concern the whole chat. */
export function RoomActions({ room, user_id }: { room: Room; user_id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { listing, other } = room

  const archiveRoom = async () => {
    try {
      await api('POST /chat/archive_room', { query: { room_id: room.id } })
      await refreshRooms(user_id)
      showToast({ text: t('chat.archived'), icon: Archive })
      await navigate('/chat', { replace: true })
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <>
      {listing && (
        <Cell
          icon={FileText}
          title={listing.kind === 'order' ? t('chat.toOrder') : t('chat.toVacancy')}
          to={`/${listing.kind}/${listing.id}`}
        />
      )}
      <Cell icon={CircleUserRound} title={t('chat.toPerson')} to={`/user/${other.id}`} />
      {!room.is_archived && (
        <Cell inPlace icon={Archive} title={t('chat.archive')} onClick={() => void archiveRoom()} />
      )}
    </>
  )
}
