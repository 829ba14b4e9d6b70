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
 * Errors of the client's fault are final. Temporary ones get two retries; offline, queries wait for the
 * connection.
 */
const mayRetry = (count: number, error: Error) =>
  error instanceof ApiError && error.isTemporary && count < retries && !isConnectionLost()

// Stale data is refetched when a minimised app returns; polling pauses meanwhile.
focusManager.setEventListener((setFocused) => onAppVisibility(setFocused))

/** For weak networks: loaded data counts as fresh for half a minute. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (count) => secondMs * 2 ** count,
      staleTime: 30 * secondMs,
      gcTime: 10 * 60 * secondMs,
      // Requests are tried even if the browser reports offline, because WebViews are often wrong.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Query options for a call of the contract. The key is `[call, input]`, so that `invalidateQueries({
 * queryKey: ['GET /api/projects/:id/full_info'] })` is readable.
 */
export function query<K extends CallName>(call: K, ...[input]: Input<K>) {
  const callApi = api as (name: K, input: unknown, options: { signal: AbortSignal }) => Promise<ReplyOf<K>>
  return queryOptions<ReplyOf<K>>({
    queryKey: [call, input ?? {}],
    queryFn: ({ signal }) => callApi(call, input ?? {}, { signal }),
  })
}

/** Infinite query for a list with cursors. */
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

/** Opened data stays cached as long as the app is open, to be readable offline. */
export const cachedForever = { gcTime: Number.POSITIVE_INFINITY }

/** The session with its user, from the login; mutations update it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: session,
  staleTime: Number.POSITIVE_INFINITY,
  retry: mayRetry,
})
