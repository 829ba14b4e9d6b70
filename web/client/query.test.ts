import '#tests/support/components/boot.ts'

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from './query.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** Returns the number of requests of a query that fails with this error each time. */
async function countRequests(error: Error): Promise<number> {
  const queryFn = vi.fn(() => Promise.reject(error))
  const observer = new QueryObserver(queryClient, { queryKey: [error], queryFn })
  const unsubscribe = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  unsubscribe()
  return queryFn.mock.calls.length
}

test.each([
  ['invalid_input', 422],
  ['not_found', 404],
  ['forbidden', 403],
  ['unauthenticated', 401],
  ['wrong_state', 409],
  ['too_many_requests', 429],
  ['internal', 500],
] as const)('%s is final: nobody asks again', async (code, statusCode) => {
  expect(await countRequests(new ApiError(code, { statusCode }))).toBe(1)
})

test.each([
  ['unavailable', { statusCode: 503 }],
  ['unavailable', { statusCode: 502 }],
  ['offline', undefined],
  ['timeout', undefined],
] as const)('%s may pass: it is asked twice more', async (code, problem) => {
  expect(await countRequests(new ApiError(code, problem))).toBe(3)
})

test('a mutation is never retried automatically', async () => {
  const mutationFn = vi.fn(() => Promise.reject(new ApiError('offline')))
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn })
  await expect(mutation.execute(undefined)).rejects.toThrow('offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(mutationFn).toHaveBeenCalledTimes(1)
})
