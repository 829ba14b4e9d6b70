import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { api, type InputOf } from '#web/api.ts'
import { query, queryClient } from '#web/query.ts'

type Search = NonNullable<InputOf<'POST /api/projects'>['body']>

export const order = (id: number) => query('GET /api/projects/:id/full_info', { params: { id } })
export const vacancy = (id: number) => query('GET /api/vacancy/:id/full_info', { params: { id } })
export const collection = () =>
  query('POST /api/users/freelancer_jobs', { body: { limit: limits.collection.size, offset: 0 } })
export const ownOrders = (client_id: number) =>
  query('POST /api/projects', {
    body: { filters: { client_id }, pagination: { page: 1, per_page: limits.page.ownMax } },
  })
export const ownVacancies = (author_id: number) =>
  query('POST /api/vacancy', {
    body: { filters: { author_id }, pagination: { page: 1, per_page: limits.page.ownMax } },
  })
export const countOrders = (filters: Search['filters']) =>
  query('POST /api/projects', { body: { filters, pagination: { page: 1, per_page: 1 } } })
export const categories = () => query('GET /api/all_categories')
export const currencies = () => query('GET /api/app/get_currencies')

/** Pages of a list, each fetched when the person has scrolled to it. */
export function searchOrders(search: Pick<Search, 'filters' | 'sort'>) {
  return infiniteQueryOptions({
    queryKey: ['POST /api/projects', 'pages', search],
    queryFn: ({ pageParam, signal }) =>
      api(
        'POST /api/projects',
        { body: { ...search, pagination: { page: pageParam, per_page: limits.page.size } } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  })
}

export function searchVacancies(search: Pick<Search, 'filters' | 'sort'>) {
  return infiniteQueryOptions({
    queryKey: ['POST /api/vacancy', 'pages', search],
    queryFn: ({ pageParam, signal }) =>
      api(
        'POST /api/vacancy',
        { body: { ...search, pagination: { page: pageParam, per_page: limits.page.size } } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  })
}

const listCalls = ['POST /api/projects', 'POST /api/vacancy', 'POST /api/users/freelancer_jobs'] as const

/** What a change of a listing makes stale: every list, and the listing itself when it still exists. */
export async function refreshListings(id?: number): Promise<void> {
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: order(id).queryKey })
  await Promise.all(listCalls.map((call) => queryClient.invalidateQueries({ queryKey: [call] })))
}

export function useCreateOrder() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/projects/create'>['body']) =>
      api('POST /api/projects/create', { body }),
    onSuccess: (created) => {
      queryClient.setQueryData(order(created.id).queryKey, created)
      void refreshListings()
    },
  })
}

export function useEditOrder(id: number) {
  return useMutation({
    mutationFn: (body: InputOf<'PATCH /api/projects/:id'>['body']) =>
      api('PATCH /api/projects/:id', { params: { id }, body }),
    onSuccess: (edited) => {
      queryClient.setQueryData(order(id).queryKey, edited)
      void refreshListings()
    },
  })
}

/** A rejected order goes back to review, free of charge. */
export function useResubmit(id: number) {
  return useMutation({
    mutationFn: () => api('POST /api/projects/resubmit/:id', { params: { id } }),
    onSuccess: (resubmitted) => {
      queryClient.setQueryData(order(id).queryKey, resubmitted)
      void refreshListings()
    },
  })
}

export function useDeleteOrder(id: number) {
  return useMutation({
    mutationFn: () => api('DELETE /api/projects/delete', { body: { project_id: id } }),
    onSuccess: () => refreshListings(),
  })
}
