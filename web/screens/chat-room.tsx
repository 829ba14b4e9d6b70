import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { ApiError } from '#web/client/http/http.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { rooms } from '#web/features/chat/queries.ts'
import { RoomSkeleton } from '#web/features/chat/room/log.tsx'
import { Room } from '#web/features/chat/room/room.tsx'
import { LoadFailure } from '#web/features/listings/list/load-failure.tsx'
import { useMe } from '#web/features/session/use-me.ts'
import { Page } from '#web/ui/page.tsx'

export default function ChatRoomScreen() {
  const me = useMe()
  return me ? <OwnRoom user_id={me.id} /> : <Loading />
}

/** Finds the chat in the user's list of chats. A chat that is not in this list counts as missing. */
function OwnRoom({ user_id }: { user_id: number }) {
  const id = Number(useParams().id)
  const roomsQuery = useQuery({ ...rooms(user_id), refetchOnMount: 'always' })
  const room = roomsQuery.data?.find((one) => one.id === id)
  if (room) return <Room key={id} room={room} user_id={user_id} />
  if (roomsQuery.isFetching) return <Loading />
  const error = roomsQuery.error ?? new ApiError('not_found')
  return <LoadFailure missingThing="chat" error={error} onRetry={() => void roomsQuery.refetch()} />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Page centred busy={t('common.loading')}>
      <RoomSkeleton />
    </Page>
  )
}
