import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { InputOf } from '#web/client/http/api.ts'
import { cachedForever, query, queryClient } from '#web/client/query.ts'
import type { Listing } from './types.ts'

export type Search = NonNullable<InputOf<'POST /api/projects'>['body']>

const pageCalls = {
  order: 'GET /api/projects/:id/full_info',
  vacancy: 'GET /api/vacancy/:id/full_info',
} as const

export const order = (id: number) => ({ ...query(pageCalls.order, { params: { id } }), ...cachedForever })
export const vacancy = (id: number) => ({ ...query(pageCalls.vacancy, { params: { id } }), ...cachedForever })
export const collection = () => ({
  ...query('POST /api/users/freelancer_jobs', { body: { limit: limits.collection.size, offset: 0 } }),
  ...cachedForever,
})
export const searchCalls = { order: 'POST /api/projects', vacancy: 'POST /api/vacancy' } as const

export const countListings = (kind: ListingKind, filters: Search['filters'], is_exact?: boolean) =>
  query(searchCalls[kind], { body: { filters, is_exact, pagination: { page: 1, per_page: 1 } } })
export const categories = () => query('GET /api/all_categories')
export const currencies = () => query('GET /api/app/get_currencies')

export const listCalls = [
  'POST /api/projects',
  'POST /api/vacancy',
  'POST /api/users/freelancer_jobs',
] as const

type CachedListings = {
  pages?: { items: Listing[] }[]
  items?: Listing[]
  projects?: Listing[]
  vacancies?: Listing[]
}

/** Finds a listing in the cached lists. It is shown while the listing's page loads. */
export function findInLists(kind: ListingKind, id: number): Listing | undefined {
  const lists = listCalls.flatMap((call) => queryClient.getQueriesData<CachedListings>({ queryKey: [call] }))
  return lists
    .flatMap(([, list]) => [
      ...(list?.pages?.flatMap(({ items }) => items) ?? []),
      ...(list?.items ?? []),
      ...(list?.projects ?? []),
      ...(list?.vacancies ?? []),
    ])
    .find((listing) => listing.kind === kind && listing.id === id)
}

/** Returns the cached data of a listing's page, if the page was loaded before. */
export const cachedPage = (kind: ListingKind, id: number): Listing | undefined =>
  queryClient.getQueryData(listingPage(kind, id).queryKey)

/** Query of a listing's page, for orders and vacancies. */
export const listingPage = (kind: ListingKind, id: number) => ({
  ...query(pageCalls[kind], { params: { id } }),
  ...cachedForever,
})
