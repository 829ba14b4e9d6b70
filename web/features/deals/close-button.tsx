import { Archive } from 'lucide-react'
import { close } from '#contract/policies.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useListingMutation } from './mutations.ts'

/** Button that closes an own listing without deleting it. */
export function CloseButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const textPrefix = `deal.${listing.kind}.close`
  const closeMutation = useListingMutation(listing, () => showToast({ text: t(`${textPrefix}.done`) }))
  if (close({ ...toListingFacts(listing), hidden_reason: listing.hidden_reason }) !== null) return null
  const confirmAndClose = async () => {
    const isConfirmed = await askDialog({
      icon: Archive,
      title: t(`${textPrefix}.title`),
      text: t(`${textPrefix}.text`),
      confirm: t(`${textPrefix}.ok`),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) closeMutation.mutate((calls, id) => calls.close(id))
  }
  return (
    <Button small variant="fill" loading={closeMutation.isPending} onClick={() => void confirmAndClose()}>
      {t(`${textPrefix}.ok`)}
    </Button>
  )
}

/** Button that reopens a closed listing for the rest of its paid placement. */
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
