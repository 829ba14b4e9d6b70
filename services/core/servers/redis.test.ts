import dns from 'node:dns'
import { Redis } from 'ioredis'
import { afterEach, expect, test, vi } from 'vitest'
import { reconnectOptions } from './redis.ts'

afterEach(() => vi.restoreAllMocks())

test('while the name of Redis does not resolve, all connections of a process share one question', async () => {
  const answers: ((error: Error) => void)[] = []
  const lookup = vi.spyOn(dns, 'lookup')
  lookup.mockImplementation(((_host: string, _options: object, callback: (error: Error) => void) => {
    answers.push(callback)
  }) as never)
  const connections = Array.from({ length: 30 }, () => {
    const redis = new Redis('redis://redis.invalid:6379', { ...reconnectOptions, retryStrategy: () => 1 })
    redis.on('error', () => {})
    return redis
  })
  await vi.waitFor(() => expect(lookup).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(lookup).toHaveBeenCalledTimes(1)
  expect(lookup.mock.calls[0]?.[0]).toBe('redis.invalid')
  answers[0]?.(new Error('getaddrinfo EAI_AGAIN redis.invalid'))
  // All of them hear of it, and ask again together.
  await vi.waitFor(() => expect(lookup).toHaveBeenCalledTimes(2))
  for (const connection of connections) connection.disconnect()
})
