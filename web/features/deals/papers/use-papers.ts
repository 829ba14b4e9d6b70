import { useMutation } from '@tanstack/react-query'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { query, queryClient } from '#web/client/query.ts'
import { saveFile } from '#web/features/files/save-file.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { showToast } from '#web/ui/overlays.ts'

export type Papers = ReplyOf<'GET /api/projects/:id/papers'>
/** Duration of the toast in milliseconds. It is longer than usual, because the toast has a button. */
const toastMs = 6000

type Lines = { name: string; tax_number: string | null; receipt_url: string | null }

/** The papers are read anew whenever the screen opens, because the other side fills in its lines meanwhile. */
export const papersOf = (id: number) => ({
  ...query('GET /api/projects/:id/papers', { params: { id } }),
  staleTime: 0,
})

function cachePapers(id: number, papers: Papers): void {
  queryClient.setQueryData(papersOf(id).queryKey, papers)
}

export function useSaveLines(id: number) {
  return useMutation({
    mutationFn: (lines: Lines) => api('PUT /api/projects/:id/papers', { params: { id }, body: lines }),
    onSuccess: (papers) => cachePapers(id, papers),
    onError: (error) => void showFailure(error),
  })
}

/** Erases the own lines. As long as the toast is there they can be restored, because only this screen still has them. */
export function useEraseLines(id: number, lines: Lines) {
  const restoring = useSaveLines(id)
  return useMutation({
    mutationFn: () => api('DELETE /api/projects/:id/papers', { params: { id } }),
    onSuccess: (papers) => {
      cachePapers(id, papers)
      showToast({
        text: translations.t('papers.erased'),
        action: { label: translations.t('papers.restore'), run: () => restoring.mutate(lines) },
        ms: toastMs,
      })
    },
    onError: (error) => void showFailure(error),
  })
}

/**
 * Makes a paper on the server and saves it, as any other file is saved. The preview is read anew, because the other side
 * may have changed its lines since: it shows what the saved paper says.
 */
export function useSavePaper(id: number) {
  return useMutation({
    mutationFn: async (paper: 'act' | 'contract') => {
      const file = await api('POST /api/projects/:id/paper_file', { params: { id }, body: { paper } })
      void queryClient.invalidateQueries(papersOf(id))
      return saveFile(file)
    },
    onError: (error) => void showFailure(error),
  })
}
