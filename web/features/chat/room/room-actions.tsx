import { Archive, CircleUserRound, FileText } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { refreshRooms } from '#web/features/chat/messages/message-cache.ts'
import type { Room } from '#web/features/chat/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'

/** Actions on the chat as a whole. */
export function RoomActions({ room, user_id }: { room: Room; user_id: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { listing, other } = room

  const archive = async () => {
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
        <Cell inPlace icon={Archive} title={t('chat.archive')} onClick={() => void archive()} />
      )}
    </>
  )
}
