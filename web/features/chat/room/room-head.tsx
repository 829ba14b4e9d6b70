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
 * Header of a chat with the partner and the subject. It links to the listing, or to the partner if there is no listing.
 */
export function ChatHeader({ room, user_id }: { room: Room; user_id: number }) {
  const { t } = useTranslation()
  const { other, listing } = room
  const isTyping = useIsTyping(room.id)
  return (
    <header className={styles.head}>
      <div className={styles.card}>
        <Link to={listing ? `/${listing.kind}/${listing.id}` : `/user/${other.id}`} className={styles.link}>
          <Avatar id={other.id} name={other.full_name} src={other.avatar_url} />
          <div className="grow">
            <h1 className={styles.name}>
              <span className="ellipsis">{other.full_name}</span>
              {other.is_verified && <Verified label={t('verify.badge')} />}
            </h1>
            {isTyping ? (
              <p className={cx('cap', styles.typing)} role="status">
                {t('chat.typing')}
              </p>
            ) : (
              <p className="cap muted ellipsis">
                {room.other_seen && `${t(`seen.${room.other_seen}`)} · `}
                {subjectOf(room, t)}
              </p>
            )}
          </div>
          {listing?.executor_id && <AgreementBadge agreement={listing.agreement} />}
        </Link>
        <MoreButton subject={{ type: 'user', id: other.id }} person={other}>
          <RoomActions room={room} user_id={user_id} />
        </MoreButton>
      </div>
    </header>
  )
}

/** Agreed price and deadline, or a badge "chosen" if no price was agreed. */
function AgreementBadge({ agreement }: { agreement: NonNullable<Room['listing']>['agreement'] }) {
  const { t, money, day } = useFormats()
  if (!agreement || agreement.price === null) return <Badge tone="good">{t('responses.chosen')}</Badge>
  return (
    <span className={styles.agreed}>
      <b className="num">{money(agreement.price, agreement.currency)}</b>
      {agreement.due_at && <small>{t('deal.until', { date: day(agreement.due_at) })}</small>}
    </span>
  )
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
