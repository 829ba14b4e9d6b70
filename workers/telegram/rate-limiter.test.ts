import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scaledRates, telegramRateLimiter } from './rate-limiter.ts'

const rates = scaledRates(1)
const away = () => Promise.reject(new Error('Redis is away'))
const alone = () => telegramRateLimiter({ eval: away, pttl: away } as unknown as Redis, rates)
const granted = { granted: true, wait_ms: 0 }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the rates grow with the allowance of Telegram', () => {
  expect(rates).toEqual({
    overall: { interval_ms: expect.closeTo(33.44, 2), burst: 5 },
    person: { interval_ms: 1000, burst: 3 },
    group: { interval_ms: 5000, burst: 8 },
    recovery_ms: 60_000,
  })
  expect(scaledRates(10)).toEqual({
    overall: { interval_ms: expect.closeTo(3.344, 3), burst: 50 },
    person: { interval_ms: 100, burst: 3 },
    group: { interval_ms: 500, burst: 8 },
    recovery_ms: 6000,
  })
  expect(scaledRates(0.1).overall.burst).toBe(1)
})

test('without Redis a process takes a quarter of the rate', async () => {
  const limiter = alone()
  expect(await limiter.take(1, 'bulk')).toEqual(granted)
  // Without Redis the wait is four times the usual interval of 33.44 ms.
  expect(await limiter.take(2, 'bulk')).toEqual({ granted: false, wait_ms: 134 })
  vi.advanceTimersByTime(134)
  expect(await limiter.take(2, 'bulk')).toEqual(granted)
})

test('without Redis a person gets a message a second and a group one in five', async () => {
  const limiter = alone()
  for (const [chat, wait_ms] of [
    [1, 1000],
    [-1, 5000],
  ] as const) {
    expect(await limiter.take(chat, 'bulk')).toEqual(granted)
    vi.advanceTimersByTime(200)
    expect(await limiter.take(chat, 'bulk')).toEqual({ granted: false, wait_ms: wait_ms - 200 })
    vi.advanceTimersByTime(wait_ms - 200)
    expect(await limiter.take(chat, 'bulk')).toEqual(granted)
    vi.advanceTimersByTime(200)
  }
})

test('without Redis a process pauses for the longest request', async () => {
  const limiter = alone()
  expect(await limiter.paused()).toBe(0)
  await limiter.pause(3000)
  await limiter.pause(1000)
  expect(await limiter.paused()).toBe(3000)
  expect(await limiter.take(1, 'bulk')).toEqual({ granted: false, wait_ms: 3000 })
  vi.advanceTimersByTime(3000)
  expect(await limiter.paused()).toBe(0)
  expect(await limiter.take(1, 'bulk')).toEqual(granted)
  vi.advanceTimersByTime(5000)
  expect(await limiter.paused()).toBe(0)
})

test('a pause unknown to Redis still holds in its process', async () => {
  const empty = { eval: async () => null, pttl: async () => -2 } as unknown as Redis
  const limiter = telegramRateLimiter(empty, rates)
  await limiter.pause(2000)
  expect(await limiter.paused()).toBe(2000)
  const asked = { eval: async () => null, pttl: async () => 700 } as unknown as Redis
  expect(await telegramRateLimiter(asked, rates).paused()).toBe(700)
})
