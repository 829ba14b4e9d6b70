import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { api, type InputOf, type ReplyOf } from '#web/client/api.ts'
import { kept, pages, query, queryClient } from '#web/client/query.ts'
import { isOrder, type Listing } from './types.ts'

type Search = NonNullable<InputOf<'POST /api/projects'>['body']>

const pageCalls = {
  order: 'GET /api/projects/:id/full_info',
  vacancy: 'GET /api/vacancy/:id/full_info',
} as const

export const order = (id: number) => ({ ...query(pageCalls.order, { params: { id } }), ...kept })
export const vacancy = (id: number) => ({ ...query(pageCalls.vacancy, { params: { id } }), ...kept })
export const collection = () => ({
  ...query('POST /api/users/freelancer_jobs', { body: { limit: limits.collection.size, offset: 0 } }),
  ...kept,
})
const searchCalls = { order: 'POST /api/projects', vacancy: 'POST /api/vacancy' } as const

/** Own listings in every state. */
export const ownListings = (kind: ListingKind, author_id: number) =>
  pages([searchCalls[kind], 'own'], async (cursor, signal) => {
    const body = { filters: { author_id }, pagination: { per_page: limits.list.size, cursor } }
    const { items, pagination } = await api(searchCalls[kind], { body }, { signal })
    return { items, total: pagination.total, next_cursor: pagination.next_cursor ?? null }
  })

export const countListings = (kind: ListingKind, filters: Search['filters']) =>
  query(searchCalls[kind], { body: { filters, pagination: { page: 1, per_page: 1 } } })
export const categories = () => query('GET /api/all_categories')
export const currencies = () => query('GET /api/app/get_currencies')

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

const listCalls = ['POST /api/projects', 'POST /api/vacancy', 'POST /api/users/freelancer_jobs'] as const
const homeCall = 'GET /api/users/client_home'

type Listed = {
  pages?: { items: Listing[] }[]
  items?: Listing[]
  projects?: Listing[]
  vacancies?: Listing[]
}

/** A listing as a list has shown it, for the time until its page has come. */
export function listedAlready(kind: ListingKind, id: number): Listing | undefined {
  const lists = listCalls.flatMap((call) => queryClient.getQueriesData<Listed>({ queryKey: [call] }))
  return lists
    .flatMap(([, list]) => [
      ...(list?.pages?.flatMap(({ items }) => items) ?? []),
      ...(list?.items ?? []),
      ...(list?.projects ?? []),
      ...(list?.vacancies ?? []),
    ])
    .find((listing) => listing.kind === kind && listing.id === id)
}

/** A listing whose page has been opened before. */
export const openedAlready = (kind: ListingKind, id: number): Listing | undefined =>
  queryClient.getQueryData(listingPage(kind, id).queryKey)

/** The full page of a listing of either kind. */
export const listingPage = (kind: ListingKind, id: number) => ({
  ...query(pageCalls[kind], { params: { id } }),
  ...kept,
})

/** An own listing on its way to the feed changes by other hands: the provider's, the moderator's. */
const ownPollMs = 4000
const waiting: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation']

/** The other side of running work takes its turns. */
const dealPollMs = 8_000

export const pollWhileWaiting = ({ state: { data } }: { state: { data: Listing | undefined } }) => {
  if (data?.is_owner && waiting.includes(data.status)) return ownPollMs
  return data?.status === 'in_progress' && (data.is_owner || data.is_executor) ? dealPollMs : false
}

/** Puts a listing that a call has answered into the place where its page looks for it. */
export function keepListing(listing: Listing): void {
  if (isOrder(listing)) queryClient.setQueryData(order(listing.id).queryKey, listing)
  else queryClient.setQueryData(vacancy(listing.id).queryKey, listing)
}

/** What a change of a listing makes stale: every list, and the listing itself when it still exists. */
export async function refreshListings(id?: number): Promise<void> {
  if (id !== undefined)
    for (const page of [order(id), vacancy(id)])
      void queryClient.invalidateQueries({ queryKey: page.queryKey })
  await Promise.all(
    [...listCalls, homeCall].map((call) => queryClient.invalidateQueries({ queryKey: [call] })),
  )
}

/** What a change of a response makes stale: own responses, and those of a listing when it is named. */
export async function refreshResponses(listing?: Pick<Listing, 'id'>): Promise<void> {
  const own = ['GET /api/responses']
  const keys = listing ? [own, ['GET /api/listings/:id/responses', listing.id]] : [own]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
