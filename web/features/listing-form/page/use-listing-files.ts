import { attach } from '#contract/policies.ts'
import { api } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { useUploads } from '#web/features/files/use-uploads.ts'
import { toListingFacts } from '#web/features/listings/own/policy-facts.ts'
import type { Listing } from '#web/features/listings/types.ts'

/** Existing, added and removed files of a listing form. The changes are applied when the form is saved. */
export function useListingFiles(listing?: Listing) {
  const attachedFiles = listing?.files ?? []
  const canAddFiles = listing === undefined || attach(toListingFacts(listing)) === null
  const uploads = useUploads(canAddFiles ? { attached: attachedFiles } : { attached: attachedFiles, max: 0 })
  const addedIds = uploads.ids.filter((id) => attachedFiles.every((file) => file.id !== id))
  return {
    uploads,
    /** True if more files can be added to the form. */
    canAddFiles,
    isChanged: addedIds.length > 0 || uploads.removedIds.length > 0,
    /** Translation key of the reason why the form cannot be saved yet. */
    obstacle: uploads.isBusy
      ? 'vacancyForm.filesBusy'
      : uploads.items.some(({ error }) => error)
        ? 'vacancyForm.filesFailed'
        : null,
    /** Attaches added files and deletes removed files. It can be repeated after a failure. */
    save: async (assign: (file_id: number) => Promise<unknown>) => {
      for (const id of addedIds) await assign(id)
      for (const id of uploads.removedIds)
        await api('DELETE /api/files/delete', { body: { id } }).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
        })
    },
  }
}
