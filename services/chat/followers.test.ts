import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { type Follower, openChatFollowers } from './followers.ts'

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Opens chat followers in a process without Redis. The test emits `ready` on the fake client to make Redis available.
 */
function open() {
  vi.useFakeTimers()
  const redis = Object.assign(new EventEmitter(), { subscribe: async () => {}, disconnect: () => {} })
  const ctx = { config: { REDIS_PREFIX: 'p' }, redis: { duplicate: () => redis }, log: { debug() {} } }
  const live = openChatFollowers(ctx as unknown as Context)
  const calls: string[] = []
  const follower = (name: string): Follower => ({
    wake: () => calls.push(`${name} wakes`),
    poll: () => calls.push(`${name} polls`),
    typing: (user_id) => calls.push(`${name} sees ${user_id}`),
  })
  return {
    live,
    redis,
    follower,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms).then(() => calls.splice(0)),
  }
}

test('a follower polls after three seconds without Redis, and after 25 with it', async () => {
  const { live, redis, follower, after } = open()
  live.follow(1, follower('one'))
  expect(await after(0)).toEqual(['one wakes'])
  await after(1000)
  live.follow(2, follower('two'))
  expect(await after(0)).toEqual(['two wakes'])
  expect(await after(2500)).toEqual(['one polls'])
  expect(await after(1000)).toEqual(['two polls'])
  redis.emit('ready')
  expect(await after(0)).toEqual(['one wakes', 'two wakes'])
  expect(await after(10_000)).toEqual([])
  redis.emit('message', 'p:chat', '2')
  expect(await after(15_600)).toEqual(['two wakes', 'one polls'])
  expect(await after(10_000)).toEqual(['two polls'])
  redis.emit('close')
  expect(await after(0)).toEqual(['one wakes', 'two wakes'])
  expect(await after(3600)).toEqual(['one polls', 'two polls'])
})

test('only followers of the chat get typing signals, and none after leaving', async () => {
  const { live, redis, follower, after } = open()
  const [one, two] = [follower('one'), follower('two')]
  live.follow(1, one)
  live.follow(2, two)
  await after(0)
  redis.emit('message', 'p:chat', '1:7')
  expect(await after(0)).toEqual(['one sees 7'])
  live.leave(1, one)
  redis.emit('message', 'p:chat', '1')
  expect(await after(4000)).toEqual(['two polls'])
  live.close()
  expect(await after(60_000)).toEqual([])
})
