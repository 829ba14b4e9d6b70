import { Undo2 } from 'lucide-react'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isPrivate, type Listing } from '#web/features/listings/types.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'

/** Releases the executor of an order after the client has confirmed it. */
export function useRelease(listing: Listing, name: string) {
  const { t } = useFormats()
  const mutation = useListingMutation(listing, () => showToast({ text: t('deal.release.done') }))
  const ask = async () => {
    const isConfirmed = await askDialog({
      icon: Undo2,
      destructive: true,
      title: t('deal.release.title'),
      text: t(isPrivate(listing) ? 'request.release.text' : 'deal.release.text', { name }),
      confirm: t('deal.release.ok'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) mutation.mutate((calls, id) => calls.release(id))
  }
  return { isPending: mutation.isPending, ask }
}
