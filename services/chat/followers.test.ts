import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { type Follower, openLive } from './followers.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Followers of a process whose Redis is away until it says that it is ready. */
function open() {
  vi.useFakeTimers()
  const redis = Object.assign(new EventEmitter(), { subscribe: async () => {}, disconnect: () => {} })
  const ctx = { config: { REDIS_PREFIX: 'p' }, redis: { duplicate: () => redis }, log: { debug() {} } }
  const live = openLive(ctx as unknown as Context)
  const said: string[] = []
  const follower = (name: string): Follower => ({
    wake: () => said.push(`${name} wakes`),
    rested: () => said.push(`${name} rested`),
    typing: (user_id) => said.push(`${name} sees ${user_id}`),
  })
  return {
    live,
    redis,
    follower,
    after: (ms: number) => vi.advanceTimersByTimeAsync(ms).then(() => said.splice(0)),
  }
}

test('a follower looks by itself after three seconds without Redis, and after 25 with it', async () => {
  const { live, redis, follower, after } = open()
  live.follow(1, follower('one'))
  expect(await after(0)).toEqual(['one wakes'])
  await after(1000)
  live.follow(2, follower('two'))
  expect(await after(0)).toEqual(['two wakes'])
  expect(await after(2500)).toEqual(['one rested'])
  expect(await after(1000)).toEqual(['two rested'])
  redis.emit('ready')
  expect(await after(0)).toEqual(['one wakes', 'two wakes'])
  expect(await after(10_000)).toEqual([])
  redis.emit('message', 'p:chat', '2')
  expect(await after(15_600)).toEqual(['two wakes', 'one rested'])
  expect(await after(10_000)).toEqual(['two rested'])
  redis.emit('close')
  expect(await after(0)).toEqual(['one wakes', 'two wakes'])
  expect(await after(3600)).toEqual(['one rested', 'two rested'])
})

test('only followers of the room hear who writes, and nobody who has left hears anything', async () => {
  const { live, redis, follower, after } = open()
  const [one, two] = [follower('one'), follower('two')]
  live.follow(1, one)
  live.follow(2, two)
  await after(0)
  redis.emit('message', 'p:chat', '1:7')
  expect(await after(0)).toEqual(['one sees 7'])
  live.leave(1, one)
  redis.emit('message', 'p:chat', '1')
  expect(await after(4000)).toEqual(['two rested'])
  live.close()
  expect(await after(60_000)).toEqual([])
})
