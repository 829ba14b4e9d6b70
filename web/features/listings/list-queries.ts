import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { pages } from '#web/client/query.ts'
import { type Search, searchCalls } from './queries.ts'
import type { Listing } from './types.ts'

/** Query of the user's own listings in every status. */
export const ownListings = (kind: ListingKind, author_id: number) =>
  pages([searchCalls[kind], 'own'], async (cursor, signal) => {
    const body = { filters: { author_id }, pagination: { per_page: limits.list.size, cursor } }
    const { items, pagination } = await api(searchCalls[kind], { body }, { signal })
    return { items, total: pagination.total, next_cursor: pagination.next_cursor ?? null }
  })

type ListRequest = Pick<Search, 'filters' | 'sort' | 'is_exact'>
export type FoundPage = Pick<ReplyOf<'POST /api/projects'>, 'pagination' | 'corrected'> & { items: Listing[] }

/** First page of a search, used to detect new listings. Its cache key differs from that of the pages on the screen. */
export const latestPage = (kind: ListingKind, search: ListRequest) =>
  queryOptions<FoundPage>({
    queryKey: [searchCalls[kind], 'latest', search],
    queryFn: ({ signal }) =>
      api(
        searchCalls[kind],
        { body: { ...search, pagination: { page: 1, per_page: limits.page.size } } },
        { signal },
      ),
  })

/** Query of all pages of a search's results, loaded one after another. */
export function searchListings(kind: ListingKind, search: ListRequest) {
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
