import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { markSeen } from './seen-responses.ts'

const { asked, looks } = vi.hoisted(() => ({
  asked: vi.fn<(name: string, input: unknown) => Promise<unknown>>(),
  looks: [] as ((isSeen: boolean) => void)[],
}))
vi.mock('#web/client/http/api.ts', () => ({ api: asked }))
vi.mock('#web/features/listings/refresh.ts', () => ({ refreshListings: async () => {} }))
vi.mock('#web/telegram/index.ts', () => ({ onAppVisibility: (listener: () => void) => looks.push(listener) }))

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset().mockResolvedValue({})
})
afterEach(() => void vi.useRealTimers())

const call = 'POST /api/listings/:id/responses/seen'
const told = (id: number, ...response_ids: number[]) => [call, { params: { id }, body: { response_ids } }]
const gather = () => vi.advanceTimersByTimeAsync(limits.seen.gatherMs)

test('seen responses are reported in one batch per listing, once', async () => {
  markSeen(7, 1)
  markSeen(7, 2)
  markSeen(7, 1)
  markSeen(8, 3)
  expect(asked).not.toHaveBeenCalled()
  await gather()
  expect(asked.mock.calls).toEqual([told(7, 1, 2), told(8, 3)])
  await gather()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a failed batch is retried with the next one, without the others', async () => {
  asked.mockRejectedValueOnce(new Error('no network'))
  markSeen(7, 1)
  markSeen(8, 2)
  await gather()
  expect(asked.mock.calls).toEqual([told(7, 1), told(8, 2)])
  asked.mockClear()
  markSeen(7, 4)
  await gather()
  expect(asked.mock.calls).toEqual([told(7, 1, 4)])
})

test('more responses than the limit are split into several calls', async () => {
  const ids = Array.from({ length: limits.seen.count + 1 }, (_, n) => n + 1)
  for (const id of ids) markSeen(7, id)
  await gather()
  expect(asked.mock.calls).toEqual([told(7, ...ids.slice(0, -1)), told(7, ...ids.slice(-1))])
})

test('the last batch is sent when the app is hidden', () => {
  markSeen(9, 5)
  for (const look of looks) look(false)
  expect(asked.mock.calls).toEqual([told(9, 5)])
})
