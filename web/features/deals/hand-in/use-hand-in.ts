import { useEffect, useState } from 'react'
import { api } from '#web/client/http/api.ts'
import { useListingMutation } from '#web/features/deals/mutations.ts'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Order } from '#web/features/listings/types.ts'
import { useDraft } from '#web/features/session/use-draft.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

/** Adds `https://` to a link without a scheme, because people often omit it. */
const withScheme = (link: string) => (link === '' || link.includes('://') ? link : `https://${link}`)

/**
 * State of the form for handing in work: text, link and files, at least one of them. If the user submits during an
 * upload, the work is sent after the upload.
 */
export function useHandIn(order: Order) {
  const { t } = useFormats()
  const draft = useDraft(`hand-in:${order.id}`, { text: '', link: '' })
  const uploads = useUploads()
  const [isWaitingForUploads, setWaitingForUploads] = useState(false)
  const mutation = useListingMutation(order, () => {
    draft.forget()
    uploads.forget()
    haptic('success')
    showToast({ text: t('deal.handedIn') })
  })
  const text = draft.value.text.trim()
  const link = withScheme(draft.value.link.trim())
  const sendHandIn = () =>
    mutation.mutate((_, id) =>
      api('POST /api/projects/hand_in/:id', { params: { id }, body: { text, link, file_ids: uploads.ids } }),
    )

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, after the uploads
  useEffect(() => {
    if (!isWaitingForUploads || uploads.isBusy) return
    setWaitingForUploads(false)
    if (uploads.items.every(({ error }) => !error)) sendHandIn()
  }, [isWaitingForUploads, uploads.isBusy])

  return {
    draft,
    uploads,
    isPending: mutation.isPending || isWaitingForUploads,
    isBusy: mutation.isPending,
    handIn: () => {
      if (!text && !link && uploads.items.length === 0)
        return showToast({ text: t('deal.handIn.empty'), tone: 'bad' })
      if (uploads.items.some(({ error }) => error))
        return showToast({ text: t('deal.handIn.failedFile'), tone: 'bad' })
      if (!uploads.isBusy) return sendHandIn()
      showToast({ text: t('deal.handIn.waitFile') })
      setWaitingForUploads(true)
    },
  }
}
