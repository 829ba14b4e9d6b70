import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findLateRounds } from '#services/operations/rounds.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { type Sweep, startSweeps } from '#workers/engine/sweep.ts'
import { contextWith, setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup

beforeAll(async () => {
  setup = await setUpWorkers()
})

/** Starts sweeps with a Redis connection of their own, so that Redis sees a separate process. */
function startProcess(sweeps: Sweep[]) {
  const ctx = contextWith(setup.ctx, {})
  const connection = connectQueues(ctx, 'worker')
  const runningSweeps = startSweeps(ctx, connection, sweeps)
  afterAll(async () => {
    await runningSweeps.stop()
    connection.disconnect()
  })
}

test('one round of a sweep runs at a time over all processes, and goes on while there is more', async () => {
  const rounds: { process: number; start: number; to: number }[] = []
  let batches = 3
  const sweepOf = (process: number): Sweep => ({
    name: 'slow',
    every: 50,
    async run() {
      const startedAt = performance.now()
      await wait(120)
      rounds.push({ process, start: startedAt, to: performance.now() })
      return --batches > 0
    },
  })
  for (const process of [1, 2, 3]) startProcess([sweepOf(process)])
  await eventually(async () => rounds.length >= 8)
  const inOrder = rounds.toSorted((a, b) => a.start - b.start)
  for (const [n, { start }] of inOrder.entries())
    expect(start).toBeGreaterThanOrEqual(inOrder[n - 1]?.to ?? 0)
  // The process that took the first job runs all three batches of that job.
  expect(new Set(inOrder.slice(0, 3).map(({ process }) => process)).size).toBe(1)
})

test('a round that fails is followed by the next, and schedules that Redis lost come back', async () => {
  let roundCount = 0
  startProcess([
    {
      name: 'stubborn',
      every: 200,
      run: () => Promise.reject(new Error(`round ${++roundCount}`)),
    },
  ])
  await eventually(async () => roundCount >= 3)
  const { ctx } = setup
  const prefix = `${ctx.config.REDIS_PREFIX}:`
  const keys = await ctx.redis.keys(`${prefix}queue:stubborn:*`)
  expect(keys.length).toBeGreaterThan(0)
  await ctx.redis.del(keys.map((key) => key.slice(prefix.length)))
  const roundsBefore = roundCount
  await eventually(async () => roundCount >= roundsBefore + 3)
})

test('a schedule that lost its next job is started anew, and one whose round lasts is left alone', async () => {
  let roundCount = 0
  let lastingRuns = 0
  startProcess([
    { name: 'forgotten', every: 400, run: async () => ++roundCount < 0 },
    { name: 'lasting', every: 400, run: () => wait(6000, ++lastingRuns < 0) },
  ])
  await eventually(async () => roundCount >= 2)
  const { ctx } = setup
  const dropNextJob = async () => {
    const [id] = await ctx.redis.zrange('queue:forgotten:delayed', '0', '0')
    if (!id || (await ctx.redis.zrem('queue:forgotten:delayed', id)) === 0) return false
    return (await ctx.redis.del(`queue:forgotten:${id}`)) === 1
  }
  await eventually(dropNextJob)
  await wait(1500)
  const [roundsBefore, lastingBefore] = [roundCount, lastingRuns]
  expect((await findLateRounds(contextAfter(30_000))).late).toEqual([])
  expect((await findLateRounds(contextAfter(120_000))).late).toContainEqual({ name: 'forgotten', minutes: 2 })
  await eventually(async () => roundCount >= roundsBefore + 3)
  expect(lastingRuns - lastingBefore).toBeLessThanOrEqual(2)
})

/** Returns the test's context with a clock that is this many milliseconds ahead. */
const contextAfter = (ms: number) => ({ ...setup.ctx, now: () => new Date(Date.now() + ms) })
