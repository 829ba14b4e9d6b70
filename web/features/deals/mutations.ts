import { useMutation } from '@tanstack/react-query'
import { api } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { cacheListing, refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { showFailure } from '#web/features/session/show-failure.ts'

/** API calls with which an author changes an own listing, by kind of listing. Each call returns the listing. */
const calls = {
  order: {
    publish: (id: number, is_published: boolean) =>
      api('POST /api/projects/edit_project_is_published', { body: { project_id: id, is_published } }),
    assign: (id: number, query: ExecutorChoice) =>
      api('POST /api/projects/assign_executor/:id', { params: { id }, query }),
    release: (id: number) => api('POST /api/projects/unassign_executor/:id', { params: { id } }),
    complete: (id: number) => api('POST /api/projects/complete/:id', { params: { id } }),
    close: (id: number) => api('POST /api/projects/close/:id', { params: { id } }),
    reopen: (id: number) => api('POST /api/projects/reopen/:id', { params: { id } }),
  },
  vacancy: {
    publish: (id: number, is_published: boolean) =>
      api('POST /api/vacancy/edit_vacancy_is_published', { body: { vacancy_id: id, is_published } }),
    assign: (id: number, query: ExecutorChoice) =>
      api('POST /api/vacancy/assign_executor/:id', { params: { id }, query }),
    release: (id: number) => api('POST /api/vacancy/unassign_executor/:id', { params: { id } }),
    complete: (id: number) => api('POST /api/vacancy/complete/:id', { params: { id } }),
    close: (id: number) => api('POST /api/vacancy/close/:id', { params: { id } }),
    reopen: (id: number) => api('POST /api/vacancy/reopen/:id', { params: { id } }),
  },
}
type ExecutorChoice = { response_id: number; reassign: boolean }
type Calls = {
  publish: (id: number, is_published: boolean) => Promise<Listing>
  assign: (id: number, choice: ExecutorChoice) => Promise<Listing>
  release: (id: number) => Promise<Listing>
  complete: (id: number) => Promise<Listing>
  close: (id: number) => Promise<Listing>
  reopen: (id: number) => Promise<Listing>
}

/**
 * Mutation of an own listing. It updates the listing's page at once, and reloads the page after an error. `onDone` also
 * runs if the button has unmounted meanwhile.
 */
export function useListingMutation({ id, kind }: Pick<Listing, 'id' | 'kind'>, onDone: () => void) {
  return useMutation({
    mutationFn: (callApi: (calls: Calls, id: number) => Promise<Listing>) => callApi(calls[kind], id),
    onSuccess: (listing) => {
      cacheListing(listing)
      void refreshListings()
      void refreshResponses(listing)
      // Pages of people show how many orders they have closed or completed.
      void queryClient.invalidateQueries({ queryKey: ['GET /api/users/full_user_info'] })
      onDone()
    },
    onError: (error) => {
      void showFailure(error)
      void refreshListings(id)
    },
  })
}
