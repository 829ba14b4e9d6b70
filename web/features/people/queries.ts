import { infiniteQueryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { query } from '#web/client/query.ts'

type Search = NonNullable<InputOf<'POST /api/users/get_all_users'>['body']>
export type ListedPerson = ReplyOf<'POST /api/users/get_all_users'>['items'][number]
export type PersonPage = ReplyOf<'GET /api/users/full_user_info'>['user']
export type PersonRecord = ReplyOf<'GET /api/users/full_user_info'>['record']
export type Review = ReplyOf<'GET /api/users/:id/reviews'>['items'][number]

export const person = (user_id: number) => query('GET /api/users/full_user_info', { query: { user_id } })
export const terms = () => query('GET /api/all_terms')
export const countPeople = (filters: Search['filters'], is_exact?: boolean) =>
  query('POST /api/users/get_all_users', {
    body: { filters, is_exact, pagination: { page: 1, per_page: 1 } },
  })

/** Pages of people by cursor. With cursors, new people do not shift the pages. */
export function searchPeople(search: Pick<Search, 'filters' | 'sort' | 'is_exact'>) {
  return infiniteQueryOptions({
    queryKey: ['POST /api/users/get_all_users', 'pages', search],
    queryFn: ({ pageParam, signal }) =>
      api(
        'POST /api/users/get_all_users',
        { body: { ...search, pagination: { per_page: limits.page.size, cursor: pageParam } } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
}

export function reviewsOf(id: number) {
  return infiniteQueryOptions({
    queryKey: ['GET /api/users/:id/reviews', id],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/users/:id/reviews', { params: { id }, query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  })
}
