import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { api, type ReplyOf } from '#web/client/api.ts'
import { pages } from '#web/client/query.ts'
import { type Search, searchCalls } from './queries.ts'
import type { Listing } from './types.ts'

/** Own listings in every state. */
export const ownListings = (kind: ListingKind, author_id: number) =>
  pages([searchCalls[kind], 'own'], async (cursor, signal) => {
    const body = { filters: { author_id }, pagination: { per_page: limits.list.size, cursor } }
    const { items, pagination } = await api(searchCalls[kind], { body }, { signal })
    return { items, total: pagination.total, next_cursor: pagination.next_cursor ?? null }
  })

export type FoundPage = { items: Listing[]; pagination: ReplyOf<'POST /api/projects'>['pagination'] }

/** The beginning of a list as it is now, beside the pages that are shown. */
export const firstPage = (kind: ListingKind, search: Pick<Search, 'filters' | 'sort'>) =>
  queryOptions<FoundPage>({
    queryKey: [searchCalls[kind], 'latest', search],
    queryFn: ({ signal }) =>
      api(
        searchCalls[kind],
        { body: { ...search, pagination: { page: 1, per_page: limits.page.size } } },
        { signal },
      ),
  })

/** Pages of a list, each fetched when the person has scrolled to it. */
export function searchListings(kind: ListingKind, search: Pick<Search, 'filters' | 'sort'>) {
  return infiniteQueryOptions({
    queryKey: [searchCalls[kind], 'pages', search],
    queryFn: ({ pageParam, signal }): Promise<FoundPage> =>
      api(
        searchCalls[kind],
        { body: { ...search, pagination: { page: pageParam, per_page: limits.page.size } } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.page < pagination.pages ? pagination.page + 1 : undefined,
  })
}
