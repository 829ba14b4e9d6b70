import { Archive } from 'lucide-react'
import { close } from '#contract/policies.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { useListingMutation } from './mutations.ts'

/** Closes an own listing without deleting it. */
export function CloseButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const words = `deal.${listing.kind}.close`
  const closing = useListingMutation(listing, () => showToast({ text: t(`${words}.done`) }))
  if (close({ ...toListingFacts(listing), hidden_reason: listing.hidden_reason }) !== null) return null
  const ask = async () => {
    const isConfirmed = await askDialog({
      icon: Archive,
      title: t(`${words}.title`),
      text: t(`${words}.text`),
      confirm: t(`${words}.ok`),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) closing.mutate((calls, id) => calls.close(id))
  }
  return (
    <Button small variant="fill" loading={closing.isPending} onClick={() => void ask()}>
      {t(`${words}.ok`)}
    </Button>
  )
}

/** Reopens a closed listing for the rest of its paid placement. */
export function ReopenButton({ listing }: { listing: Listing }) {
  const { t } = useFormats()
  const opening = useListingMutation(listing, () => showToast({ text: t('deal.shown') }))
  return (
    <Button loading={opening.isPending} onClick={() => opening.mutate((calls, id) => calls.reopen(id))}>
      {t('publish.hidden.show')}
    </Button>
  )
}
