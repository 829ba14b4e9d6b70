import { useQuery } from '@tanstack/react-query'
import { MessagesSquare, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { type Room, rooms, unread } from '#web/features/chat/queries.ts'
import { ListFailure } from '#web/features/listings/list/list-failure.tsx'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List } from '#web/ui/list.tsx'
import { RoomCell } from './room-cell.tsx'
import { RoomsSkeleton } from './rooms-skeleton.tsx'

/** Polling interval: the list has no live stream. */
const pollMs = 4000

const matchesText = ({ other, listing, last_message }: Room, text: string) =>
  [other.full_name, listing?.title, last_message?.content].some((words) =>
    words?.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()),
  )

/** Updates the menu's unread count from the loaded list. */
function updateUnreadCount(list: Room[] | undefined): void {
  const present = list?.filter(({ is_archived }) => !is_archived)
  const unread_count = present?.reduce((sum, room) => sum + room.unread_count, 0)
  if (unread_count !== undefined) queryClient.setQueryData(unread().queryKey, { unread_count })
}

/** All chats of the user, archived ones in a section of their own. */
export function Rooms({ user_id }: { user_id: number }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isArchive, setArchive] = useState(false)
  const found = useQuery({ ...rooms(user_id), refetchInterval: pollMs, staleTime: 0 })
  useEffect(() => updateUnreadCount(found.data), [found.data])
  if (found.isPending) return <RoomsSkeleton />
  if (found.isError && !found.data)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />

  const matching = found.data.filter((room) => !text.trim() || matchesText(room, text))
  const present = matching.filter(({ is_archived }) => !is_archived)
  const archived = matching.filter(({ is_archived }) => is_archived)
  if (found.data.length === 0)
    return <EmptyState icon={MessagesSquare} title={t('chat.empty.title')} text={t('chat.empty.text')} />
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
      {present.length > 0 && cells(present)}
      {matching.length === 0 && (
        <EmptyState icon={SearchX} title={t('search.empty.title')} text={t('chat.nothing')} />
      )}
      {archived.length > 0 && (
        <>
          <Button
            variant="ghost"
            aria-expanded={isArchive || text !== ''}
            onClick={() => setArchive(!isArchive)}
          >
            {t('chat.archiveOpen', { count: archived.length })}
          </Button>
          {(isArchive || text !== '') && cells(archived)}
        </>
      )}
    </>
  )
}
