import { focusManager, infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { onLook } from '#web/telegram/look.ts'
import { api, type CallName, type InputOf, type ReplyOf } from './api.ts'
import { ApiError } from './http.ts'
import { isConnectionLost } from './network.ts'
import { session } from './session.ts'

type Input<K extends CallName> = object extends InputOf<K> ? [input?: InputOf<K>] : [input: InputOf<K>]

const retries = 2
const second = 1000

/** Refusals are final; a weak connection or an overloaded server gets two more tries, a lost one waits to be back. */
const mayRetry = (count: number, error: Error) =>
  error instanceof ApiError && error.isPassing && count < retries && !isConnectionLost()

// What grew old while the app was minimised is fetched on its return, and nothing is polled meanwhile.
focusManager.setEventListener((setFocused) => onLook(setFocused))

/** Weak networks: what was loaded stays on the screen and counts as fresh for half a minute. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (count) => second * 2 ** count,
      staleTime: 30 * second,
      gcTime: 10 * 60 * second,
      // A request is tried even when the browser believes to be offline: WebViews are often wrong.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Options of a query for a call of the contract. The key is `[call, input]`, so
 * `invalidateQueries({ queryKey: ['GET /api/projects/:id/full_info'] })` reads as what it does.
 */
export function query<K extends CallName>(call: K, ...[input]: Input<K>) {
  const run = api as (name: K, input: unknown, options: { signal: AbortSignal }) => Promise<ReplyOf<K>>
  return queryOptions<ReplyOf<K>>({
    queryKey: [call, input ?? {}],
    queryFn: ({ signal }) => run(call, input ?? {}, { signal }),
  })
}

/** A list that is walked by a cursor: each page is fetched when the person has scrolled to it. */
export function pages<T extends { next_cursor: string | null }>(
  queryKey: readonly unknown[],
  fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<T>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
}

/** What was opened stays readable without a network for as long as the app is open. */
export const kept = { gcTime: Number.POSITIVE_INFINITY }

/** The session's own person as the login answered; refreshed by calls that change it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: session,
  staleTime: Number.POSITIVE_INFINITY,
  retry: mayRetry,
})
