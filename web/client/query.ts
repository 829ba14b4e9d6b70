import { focusManager, infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type CallName, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { isConnectionLost } from '#web/client/http/network.ts'
import { session } from '#web/client/http/session.ts'
import { onAppVisibility } from '#web/telegram/look.ts'

type Input<K extends CallName> = object extends InputOf<K> ? [input?: InputOf<K>] : [input: InputOf<K>]

const retries = 2
const secondMs = 1000

/**
 * True if a failed query is tried again: at most two retries after temporary errors, and none while the connection is
 * lost.
 */
const mayRetry = (count: number, error: Error) =>
  error instanceof ApiError && error.isTemporary && count < retries && !isConnectionLost()

// Stale data is loaded again when a minimised app is restored. Polling pauses while the app is minimised.
focusManager.setEventListener((setFocused) => onAppVisibility(setFocused))

/** Loaded data counts as fresh for half a minute, to save requests on weak networks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (count) => secondMs * 2 ** count,
      staleTime: 30 * secondMs,
      gcTime: 10 * 60 * secondMs,
      // Requests are sent even if the browser reports that the device is offline, because WebViews are often wrong.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Query options for an API call. The query key is `[call, input]`, so that `invalidateQueries({ queryKey: ['GET
 * /api/projects/:id/full_info'] })` is readable.
 */
export function query<K extends CallName>(call: K, ...[input]: Input<K>) {
  const callApi = api as (name: K, input: unknown, options: { signal: AbortSignal }) => Promise<ReplyOf<K>>
  return queryOptions<ReplyOf<K>>({
    queryKey: [call, input ?? {}],
    queryFn: ({ signal }) => callApi(call, input ?? {}, { signal }),
  })
}

/** Options of an infinite query for a list whose pages have cursors. */
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

/** Data of an opened page stays cached as long as the app is open, so that it can be read offline. */
export const cachedForever = { gcTime: Number.POSITIVE_INFINITY }

/** Query of the session with its user. The login provides the session, and mutations update it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: session,
  staleTime: Number.POSITIVE_INFINITY,
  retry: mayRetry,
})
