import { useMutation } from '@tanstack/react-query'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { showFailure } from '#web/features/session/show-failure.ts'

export type SavedSearch = ReplyOf<'GET /api/saved_searches'>[number]

export const savedSearches = () => query('GET /api/saved_searches')

const refreshSavedSearches = () => queryClient.invalidateQueries({ queryKey: savedSearches().queryKey })

export function useSaveSearch() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/saved_searches'>['body']) =>
      api('POST /api/saved_searches', { body }),
    onSuccess: refreshSavedSearches,
    onError: (error) => void showFailure(error),
  })
}

type Notices = Pick<SavedSearch, 'is_notify' | 'frequency'>

/** Updates the notification settings of a saved search at once, and restores them if the server refuses. */
export function useSearchNotices({ id, is_notify, frequency }: Pick<SavedSearch, 'id'> & Notices) {
  const setNotices = (notices: Partial<Notices>) =>
    queryClient.setQueryData(savedSearches().queryKey, (list) =>
      list?.map((search) => (search.id === id ? { ...search, ...notices } : search)),
    )
  return useMutation({
    mutationFn: (body: Partial<Notices>) => api('PATCH /api/saved_searches/:id', { params: { id }, body }),
    onMutate: setNotices,
    onError: (error) => {
      setNotices({ is_notify, frequency })
      void showFailure(error)
    },
  })
}

/** Deletes a saved search. `onDone` also runs if the card has unmounted meanwhile. */
export function useRemoveSearch({ id }: Pick<SavedSearch, 'id'>, onDone: () => void) {
  return useMutation({
    mutationFn: () => api('DELETE /api/saved_searches/:id', { params: { id } }),
    onSuccess: () => {
      onDone()
      return refreshSavedSearches()
    },
    onError: (error) => void showFailure(error),
  })
}
