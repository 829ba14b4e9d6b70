import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { removeListing } from '#web/features/listings/own/use-deletion.ts'
import { refreshListings } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { askDialog, showToast } from '#web/ui/overlays.ts'

/** Deletes a rejected listing and refunds its payment automatically. */
export function RefundButton({ listing: { kind, id } }: { listing: Listing }) {
  const { t } = useFormats()
  const refund = useMutation({
    mutationFn: () => removeListing({ kind, id }),
    onSuccess: () => showToast({ text: t('deal.refund.done') }),
    onError: (error) => void showFailure(error),
    onSettled: () => refreshListings(id),
  })
  const ask = async () => {
    const isConfirmed = await askDialog({
      icon: Undo2,
      destructive: true,
      title: t('deal.refund.title'),
      text: t(`deal.refund.${kind}`),
      confirm: t('deal.refund.ok'),
      cancel: t('common.cancel'),
    })
    if (isConfirmed) refund.mutate()
  }
  return (
    <Button small variant="ghost" loading={refund.isPending} onClick={() => void ask()}>
      {t('deal.refund.ok')}
    </Button>
  )
}
