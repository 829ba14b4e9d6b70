import { Archive, ArchiveRestore, CircleX, History, PencilLine } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useTranslation } from '#web/client/use-translation.ts'
import { confirmWithdrawal, listingOf, useResponseMutation } from '#web/features/responses/mutations.ts'
import type { OwnResponse } from '#web/features/responses/queries.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { useSheet } from '#web/ui/use-sheet.ts'
import { canEdit, canWithdraw } from './statuses.ts'

type OwnResponseSheetProps = {
  response: OwnResponse
  sheet: ReturnType<typeof useSheet>
  onEdit: () => void
}

/** Actions of the sender on a response. */
export default function OwnResponseSheet({ response, sheet, onEdit }: OwnResponseSheetProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mutation = useResponseMutation(response)
  const withdrawResponse = async () => {
    if (await confirmWithdrawal(listingOf(response).kind)) mutation.mutate('withdraw')
  }
  const archiveAction = response.is_archive ? 'restore' : 'archive'
  return (
    <Sheet {...sheet.props} title={t('ownResponse.title')}>
      <List icons flush>
        <Cell
          icon={History}
          title={t('story.open')}
          onClick={() => sheet.close(() => void navigate(`/responses/${response.id}`))}
        />
        {canEdit(response.status) && (
          <Cell inPlace icon={PencilLine} title={t('common.edit')} onClick={() => sheet.close(onEdit)} />
        )}
        <Cell
          inPlace
          icon={response.is_archive ? ArchiveRestore : Archive}
          title={t(`responseAction.${archiveAction}`)}
          onClick={() => {
            mutation.mutate(archiveAction)
            sheet.close()
          }}
        />
        {canWithdraw(response.status) && (
          <Cell
            bad
            icon={CircleX}
            title={t('responseAction.withdraw')}
            onClick={() => sheet.close(() => void withdrawResponse())}
          />
        )}
      </List>
    </Sheet>
  )
}
