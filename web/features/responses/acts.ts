import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { CircleX } from 'lucide-react'
import { api } from '#web/client/api.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { askDialog, showToast } from '#web/ui/overlays.ts'
import type { Response } from './queries.ts'

/** Where the response stands: its listing's id and kind. */
export function placeOf({ project_id, vacancy_id }: Pick<Response, 'project_id' | 'vacancy_id'>) {
  return project_id === null
    ? ({ id: vacancy_id ?? 0, kind: 'vacancy' } as const)
    : ({ id: project_id, kind: 'order' } as const)
}

const acts = {
  shortlist: (id: number) => api('POST /api/responses/:id/shortlist', { params: { id } }),
  decline: (id: number) => api('POST /api/responses/:id/decline', { params: { id } }),
  withdraw: (id: number) => api('POST /api/responses/:id/withdraw', { params: { id } }),
  archive: (id: number) =>
    api('POST /api/responses/:id/archive', { params: { id }, body: { is_archive: true } }),
  restore: (id: number) =>
    api('POST /api/responses/:id/archive', { params: { id }, body: { is_archive: false } }),
}
export type ResponseAct = keyof typeof acts

/** One word of the author or of the freelancer about a response; the toast says what has become of it. */
export function useResponseAct(response: Response) {
  const refresh = () => {
    const place = placeOf(response)
    void refreshResponses(place)
    void refreshListings(place.id)
  }
  return useMutation({
    mutationFn: (act: ResponseAct) => acts[act](response.id),
    onSuccess: (_changed, act) => {
      haptic('success')
      showToast({ text: i18next.t(`responseAct.${act}.done`) })
      refresh()
    },
    onError: (error) => {
      void showFailure(error)
      refresh()
    },
  })
}

/** Nobody takes a response back by a slip of the finger. */
export async function confirmWithdrawal(kind: Listing['kind']): Promise<boolean> {
  haptic('warning')
  const isMeant = await askDialog({
    icon: CircleX,
    destructive: true,
    title: i18next.t('responseAct.withdraw.title'),
    text: i18next.t(`responseAct.withdraw.${kind}`),
    confirm: i18next.t('responseAct.withdraw'),
    cancel: i18next.t('common.cancel'),
  })
  return isMeant === true
}
