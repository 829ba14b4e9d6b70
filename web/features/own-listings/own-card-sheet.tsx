import { Copy, PencilLine, Trash2 } from 'lucide-react'
import { edit } from '#contract/policies.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { copyPath, editPath } from '#web/features/listings/own/paths.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import { useDeleteListing } from '#web/features/listings/own/use-deletion.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Cell, List } from '#web/ui/list.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { useSheet } from '#web/ui/use-sheet.ts'

type OwnCardSheetProps = { listing: Listing; sheet: ReturnType<typeof useSheet> }

/** Actions of the author on an own listing, except paying. */
export default function OwnCardSheet({ listing, sheet }: OwnCardSheetProps) {
  const { t } = useTranslation()
  const deletion = useDeleteListing(listing)
  return (
    <Sheet {...sheet.props} title={t('common.more')}>
      <List icons flush>
        {edit(toListingFacts(listing)) === null && (
          <Cell icon={PencilLine} title={t('action.edit')} to={editPath(listing)} />
        )}
        <Cell icon={Copy} title={t('action.copy')} to={copyPath(listing)} />
        <Cell bad icon={Trash2} title={t('action.delete')} onClick={() => sheet.close(deletion.ask)} />
      </List>
    </Sheet>
  )
}
