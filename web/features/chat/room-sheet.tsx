import { Archive, CircleUserRound, FileText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { api } from '#web/api.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { refreshRooms } from './letters.ts'
import type { Room } from './queries.ts'

type RoomSheetProps = { room: Room; user_id: number; onClosed: () => void }

/** What can be done with a chat as a whole. */
export default function RoomSheet({ room, user_id, onClosed }: RoomSheetProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [open, setOpen] = useState(true)
  const { listing, other } = room

  const archive = async () => {
    setOpen(false)
    try {
      await api('POST /chat/archive_room', { query: { room_id: room.id } })
      await refreshRooms(user_id)
      showToast({ text: t('chat.archived'), icon: Archive })
      void navigate('/chat', { replace: true })
    } catch (error) {
      await showFailure(error)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={other.full_name}
      gripLabel={t('a11y.sheetGrip')}
    >
      <List icons>
        {listing && (
          <Cell
            icon={FileText}
            title={listing.kind === 'order' ? t('chat.toOrder') : t('chat.toVacancy')}
            to={`/${listing.kind}/${listing.id}`}
          />
        )}
        <Cell icon={CircleUserRound} title={t('chat.toPerson')} to={`/user/${other.id}`} />
        {!room.is_archived && (
          <Cell acts icon={Archive} title={t('chat.archive')} onClick={() => void archive()} />
        )}
      </List>
    </Sheet>
  )
}
