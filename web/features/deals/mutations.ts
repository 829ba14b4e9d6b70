import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'
import { keepListing, refreshListings, refreshResponses } from '#web/features/listings/refreshing.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'

/** What an author does with an own listing, by the calls of each kind; each answers with its page. */
const calls = {
  order: {
    publish: (id: number, is_published: boolean) =>
      api('POST /api/projects/edit_project_is_published', { body: { project_id: id, is_published } }),
    assign: (id: number, query: Choice) =>
      api('POST /api/projects/assign_executor/:id', { params: { id }, query }),
    release: (id: number) => api('POST /api/projects/unassign_executor/:id', { params: { id } }),
    complete: (id: number) => api('POST /api/projects/complete/:id', { params: { id } }),
    resubmit: (id: number) => api('POST /api/projects/resubmit/:id', { params: { id } }),
    close: (id: number) => api('POST /api/projects/close/:id', { params: { id } }),
    reopen: (id: number) => api('POST /api/projects/reopen/:id', { params: { id } }),
  },
  vacancy: {
    publish: (id: number, is_published: boolean) =>
      api('POST /api/vacancy/edit_vacancy_is_published', { body: { vacancy_id: id, is_published } }),
    assign: (id: number, query: Choice) =>
      api('POST /api/vacancy/assign_executor/:id', { params: { id }, query }),
    release: (id: number) => api('POST /api/vacancy/unassign_executor/:id', { params: { id } }),
    complete: (id: number) => api('POST /api/vacancy/complete/:id', { params: { id } }),
    resubmit: (id: number) => api('POST /api/vacancy/resubmit/:id', { params: { id } }),
    close: (id: number) => api('POST /api/vacancy/close/:id', { params: { id } }),
    reopen: (id: number) => api('POST /api/vacancy/reopen/:id', { params: { id } }),
  },
}
type Choice = { response_id: number; reassign: boolean }
type Calls = {
  publish: (id: number, is_published: boolean) => Promise<Listing>
  assign: (id: number, choice: Choice) => Promise<Listing>
  release: (id: number) => Promise<Listing>
  complete: (id: number) => Promise<Listing>
  /** A rejected listing goes back to review, free of charge. */
  resubmit: (id: number) => Promise<Listing>
  close: (id: number) => Promise<Listing>
  reopen: (id: number) => Promise<Listing>
}

/**
 * Acts on an own listing: its page shows the answer at once, a refusal shows what it has become meanwhile.
 * `onDone` runs also when the answer has taken the button away.
 */
export function useListingMutation({ id, kind }: Pick<Listing, 'id' | 'kind'>, onDone: () => void) {
  return useMutation({
    mutationFn: (run: (calls: Calls, id: number) => Promise<Listing>) => run(calls[kind], id),
    onSuccess: (listing) => {
      keepListing(listing)
      void refreshListings()
      void refreshResponses(listing)
      onDone()
    },
    onError: (error) => {
      void showFailure(error)
      void refreshListings(id)
    },
  })
}
