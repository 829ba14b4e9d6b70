import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { remove } from '#contract/policies.ts'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { listingPage } from '#web/features/listings/queries.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import { toListingFacts } from './policy-facts.ts'

/** Returns the key of the text that says what happens to the payment (decision 67). `null` if nothing was paid. */
function refundTextKey({ is_paid, published_at }: Listing): string | null {
  if (!is_paid) return null
  return published_at ? 'deal.delete.noRefund' : 'deal.delete.refund'
}

export function removeListing({ kind, id }: Pick<Listing, 'kind' | 'id'>) {
  return kind === 'order'
    ? api('DELETE /api/projects/delete', { body: { project_id: id } })
    : api('DELETE /api/vacancy/:id', { params: { id } })
}

/** Deletes an own listing after a confirmation. The text about the payment belongs to the `deals` texts. */
export function useDeleteListing(listing: Listing, onDeleted?: () => void) {
  const { t } = useTranslation()
  const { kind, id } = listing
  const textPrefix = `delete.${kind}`
  const deletion = useMutation({
    mutationFn: () => removeListing(listing),
    onSuccess: () => {
      showToast({ text: t(`${textPrefix}.done`) })
      onDeleted?.()
      queryClient.removeQueries({ queryKey: listingPage(kind, id).queryKey })
      return refreshListings()
    },
    onError: (error) => void showFailure(error),
  })
  const confirmDeletion = async () => {
    const refusal = remove(toListingFacts(listing))
    if (refusal) return showFailure(new ApiError(refusal))
    haptic('warning')
    const refundKey = refundTextKey(listing)
    const isConfirmed = await askDialog({
      icon: Trash2,
      destructive: true,
      title: t(`${textPrefix}.title`),
      text: refundKey ? `${t(`${textPrefix}.text`)} ${t(refundKey)}` : t(`${textPrefix}.text`),
      confirm: t('common.delete'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) deletion.mutate()
  }
  return { ask: () => void confirmDeletion(), isPending: deletion.isPending }
}
