import { useMutation } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { api } from '#web/client/http/api.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import type { Response } from './queries.ts'

/** Returns the id and kind of the listing that the response belongs to. */
export function listingOf({ project_id, vacancy_id }: Pick<Response, 'project_id' | 'vacancy_id'>) {
  return project_id === null
    ? ({ id: vacancy_id ?? 0, kind: 'vacancy' } as const)
    : ({ id: project_id, kind: 'order' } as const)
}

const calls = {
  shortlist: (id: number) => api('POST /api/responses/:id/shortlist', { params: { id } }),
  decline: (id: number) => api('POST /api/responses/:id/decline', { params: { id } }),
  spam: (id: number) => api('POST /api/responses/:id/decline', { params: { id }, body: { reason: 'spam' } }),
  notCopy: (id: number) => api('POST /api/responses/:id/not_copy', { params: { id } }),
  withdraw: (id: number) => api('POST /api/responses/:id/withdraw', { params: { id } }),
  archive: (id: number) =>
    api('POST /api/responses/:id/archive', { params: { id }, body: { is_archive: true } }),
  restore: (id: number) =>
    api('POST /api/responses/:id/archive', { params: { id }, body: { is_archive: false } }),
}
export type ResponseAction = keyof typeof calls

/** Mutation for an action of the author or the sender on a response. */
export function useResponseMutation(response: Response) {
  const refresh = () => {
    const listing = listingOf(response)
    void refreshResponses(listing)
    void refreshListings(listing.id)
  }
  return useMutation({
    mutationFn: (action: ResponseAction) => calls[action](response.id),
    onSuccess: (_changed, action) => {
      haptic('success')
      showToast({ text: translations.t(`responseAction.${action}.done`) })
      refresh()
    },
    onError: (error) => {
      void showFailure(error)
      refresh()
    },
  })
}

/** Asks the user to confirm the withdrawal of a response. Returns true if the user confirms it. */
export async function confirmWithdrawal(kind: Listing['kind']): Promise<boolean> {
  haptic('warning')
  const isConfirmed = await askDialog({
    icon: CircleX,
    destructive: true,
    title: translations.t('responseAction.withdraw.title'),
    text: translations.t(`responseAction.withdraw.${kind}`),
    confirm: translations.t('responseAction.withdraw'),
    cancel: translations.t('common.cancel'),
  })
  return isConfirmed === true
}
