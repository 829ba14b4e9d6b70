import { useQuery } from '@tanstack/react-query'
import { Check, CheckCheck, MessagesSquare, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { previewOf, toPreviewFile } from '#web/features/chat/messages/attachment-text.ts'
import { lastMessageLabel } from '#web/features/chat/messages/times.ts'
import { type Message, type Room, rooms, subjectOf, unread } from '#web/features/chat/queries.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Verified } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CountBadge } from '#web/ui/count-dot.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List } from '#web/ui/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import styles from './rooms.module.css'

/** Polling interval of the list of chats, because the list has no live stream. */
const pollMs = 4000

const matchesText = ({ other, listing, last_message }: Room, text: string) =>
  [other.full_name, listing?.title, last_message?.content].some((words) =>
    words?.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  )

/** Updates the menu's count of unread messages from the loaded list. */
function updateUnreadCount(list: Room[] | undefined): void {
  const currentRooms = list?.filter(({ is_archived }) => !is_archived)
  const unread_count = currentRooms?.reduce((sum, room) => sum + room.unread_count, 0)
  if (unread_count !== undefined) queryClient.setQueryData(unread().queryKey, { unread_count })
}

/** All chats of the user. Archived chats are in a section of their own. */
export function Rooms({ user_id, isClient }: { user_id: number; isClient: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isArchive, setArchive] = useState(false)
  const roomsQuery = useQuery({ ...rooms(user_id), refetchInterval: pollMs, staleTime: 0 })
  useEffect(() => updateUnreadCount(roomsQuery.data), [roomsQuery.data])
  if (roomsQuery.isPending) return <RoomsSkeleton />
  if (roomsQuery.isError && !roomsQuery.data)
    return <ListFailure error={roomsQuery.error} onRetry={() => void roomsQuery.refetch()} />

  const matchingRooms = roomsQuery.data.filter((room) => !text.trim() || matchesText(room, text))
  const currentRooms = matchingRooms.filter(({ is_archived }) => !is_archived)
  const archivedRooms = matchingRooms.filter(({ is_archived }) => is_archived)
  if (roomsQuery.data.length === 0)
    return (
      <EmptyState
        icon={MessagesSquare}
        title={t('chat.empty.title')}
        text={t(isClient ? 'chat.empty.client' : 'chat.empty.text')}
        action={isClient && <ButtonLink to="/responses">{t('chat.empty.responses')}</ButtonLink>}
      />
    )
  const cells = (list: Room[]) => (
    <List>
      {list.map((room) => (
        <RoomCell key={room.id} room={room} user_id={user_id} />
      ))}
    </List>
  )
  return (
    <>
      <SearchRow label={t('chat.search')} text={text} onText={setText} onEnter={() => undefined} />
      {currentRooms.length > 0 && cells(currentRooms)}
      {matchingRooms.length === 0 && (
        <EmptyState icon={SearchX} title={t('search.empty.title')} text={t('chat.nothing')} />
      )}
      {archivedRooms.length > 0 && (
        <>
          <Button
            variant="ghost"
            aria-expanded={isArchive || text !== ''}
            onClick={() => setArchive(!isArchive)}
          >
            {t('chat.archiveOpen', { count: archivedRooms.length })}
          </Button>
          {(isArchive || text !== '') && cells(archivedRooms)}
        </>
      )}
    </>
  )
}

/** A chat in the list of chats: the partner, the subject, the last message. */
function RoomCell({ room, user_id }: { room: Room; user_id: number }) {
  const { t, language } = useFormats()
  const { other, last_message: last, unread_count } = room
  const time = lastMessageLabel(language, last?.created_at ?? room.created_at)
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

const cells = [1, 2, 3, 4]

/** Placeholder while chats load. */
function RoomsSkeleton() {
  return (
    <>
      <SlowNote />
      <List>
        {cells.map((cell) => (
          <div key={cell} className={styles.cell} aria-hidden="true">
            <Skeleton width={44} height={44} round />
            <span className="grow stack stack-1">
              <Skeleton width="50%" height={17} />
              <Skeleton width="70%" height={13} />
              <Skeleton width="85%" height={15} />
            </span>
          </div>
        ))}
      </List>
    </>
  )
}
