import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { useListingMutation } from './mutations.ts'

/** Reopens a closed listing for the rest of its paid placement. */
export function ReopenButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const reopenMutation = useListingMutation(listing, () => showToast({ text: t('deal.shown') }))
  return (
    <Button
      loading={reopenMutation.isPending}
      onClick={() => reopenMutation.mutate((calls, id) => calls.reopen(id))}
    >
      {t('publish.hidden.show')}
    </Button>
  )
}
