import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { markSeen } from './seen-responses.ts'

const { apiMock, visibilityListeners } = vi.hoisted(() => ({
  apiMock: vi.fn<(name: string, input: unknown) => Promise<unknown>>(),
  visibilityListeners: [] as ((isSeen: boolean) => void)[],
}))
vi.mock('#web/client/query.ts', () => ({ queryClient: { invalidateQueries: async () => undefined } }))
vi.mock('#web/client/http/api.ts', () => ({ api: apiMock }))
vi.mock('#web/features/listings/refresh.ts', () => ({ refreshListings: async () => {} }))
vi.mock('#web/telegram/index.ts', () => ({
  onAppVisibility: (listener: () => void) => visibilityListeners.push(listener),
}))

beforeEach(() => {
  vi.useFakeTimers()
  apiMock.mockReset().mockResolvedValue({})
})
afterEach(() => void vi.useRealTimers())

const call = 'POST /api/listings/:id/responses/seen'
const expectedCall = (id: number, ...response_ids: number[]) => [
  call,
  { params: { id }, body: { response_ids } },
]
const waitForBatch = () => vi.advanceTimersByTimeAsync(limits.seenResponses.gatherMs)

test('seen responses are reported in one batch per listing, once', async () => {
  markSeen(7, 1)
  markSeen(7, 2)
  markSeen(7, 1)
  markSeen(8, 3)
  expect(apiMock).not.toHaveBeenCalled()
  await waitForBatch()
  expect(apiMock.mock.calls).toEqual([expectedCall(7, 1, 2), expectedCall(8, 3)])
  await waitForBatch()
  expect(apiMock).toHaveBeenCalledTimes(2)
})

test('a failed batch is retried with the next one, without the others', async () => {
  apiMock.mockRejectedValueOnce(new Error('no network'))
  markSeen(7, 1)
  markSeen(8, 2)
  await waitForBatch()
  expect(apiMock.mock.calls).toEqual([expectedCall(7, 1), expectedCall(8, 2)])
  apiMock.mockClear()
  markSeen(7, 4)
  await waitForBatch()
  expect(apiMock.mock.calls).toEqual([expectedCall(7, 1, 4)])
})

test('more responses than the limit are split into several calls', async () => {
  const ids = Array.from({ length: limits.seenResponses.count + 1 }, (_, n) => n + 1)
  for (const id of ids) markSeen(7, id)
  await waitForBatch()
  expect(apiMock.mock.calls).toEqual([
    expectedCall(7, ...ids.slice(0, -1)),
    expectedCall(7, ...ids.slice(-1)),
  ])
})

test('the last batch is sent when the app is hidden', () => {
  markSeen(9, 5)
  for (const listener of visibilityListeners) listener(false)
  expect(apiMock.mock.calls).toEqual([expectedCall(9, 5)])
})
