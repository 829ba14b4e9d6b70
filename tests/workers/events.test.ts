import { afterEach, beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { defineWorker } from '#workers/engine/worker.ts'
import { contextWith, setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup
const runningWorkers: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  setup = await setUpWorkers()
})
afterEach(async () => {
  for (const process of runningWorkers.splice(0)) await process.stop()
})

/** A consumer whose runs can be counted: each run inserts one tag. */
const countingWorker = (shouldFail: (run: number) => boolean = () => false) => {
  let runCount = 0
  return defineWorker({
    queue: 'client-errors',
    attempts: 2,
    concurrency: 8,
    async run(_ctx, { payload }, tx) {
      runCount += 1
      await tx
        .insertInto('tags')
        .values({ name: `${payload.report}-${runCount}` })
        .execute()
      if (shouldFail(runCount)) throw new Error('no luck')
    },
  })
}

async function effects({ db }: Context, report: string): Promise<number> {
  const rows = await db.selectFrom('tags').select('id').where('name', 'like', `${report}-%`).execute()
  return rows.length
}

async function recordEvent(ctx: Context, report: string, dueAt?: Date): Promise<void> {
  await ctx.db.transaction().execute((tx) => record(ctx, tx, 'client.failed', { report }, dueAt))
}

async function claim({ db }: Context) {
  const now = new Date().toISOString()
  const [task] = await claimTasks(db, {
    limit: 1,
    now,
    waits: [60_000],
  })
  if (!task) throw new Error('no task was due')
  return task
}

async function taskOf({ db }: Context, report: string) {
  return db
    .selectFrom('event_tasks')
    .innerJoin('events', 'events.id', 'event_id')
    .select(['attempt', 'done_at', 'dead_at', 'last_error', 'event_id'])
    .where((eb) => eb(eb.ref('payload', '->>').key('report'), '=', report))
    .executeTakeFirstOrThrow()
}

function run(ctx: Context, worker: ReturnType<typeof countingWorker>): void {
  const connection = connectQueues(ctx, 'worker')
  const consumer = worker.start(ctx, connection)
  runningWorkers.push({ stop: () => consumer.stop().then(() => connection.disconnect()) })
}

test('an event that is handed over many times has its effect once', async () => {
  const { ctx } = setup
  await recordEvent(ctx, 'twice')
  const task = await claim(ctx)
  const worker = countingWorker()
  await Promise.all(Array.from({ length: 6 }, () => worker.handle(ctx, task)))
  await worker.handle(ctx, task)
  expect(await effects(ctx, 'twice')).toBe(1)
  expect((await taskOf(ctx, 'twice')).done_at).not.toBeNull()
})

test('the effect of a failed run is rolled back and the task waits for its next time', async () => {
  const { ctx } = setup
  await recordEvent(ctx, 'fails')
  const task = await claim(ctx)
  const worker = countingWorker((runs) => runs === 1)
  await worker.handle(ctx, task)
  expect(await effects(ctx, 'fails')).toBe(0)
  expect(await taskOf(ctx, 'fails')).toMatchObject({
    done_at: null,
    dead_at: null,
    last_error: 'Error: no luck',
  })
  await worker.handle(ctx, { ...task, attempt: 2 })
  expect(await effects(ctx, 'fails')).toBe(1)
})

test('a task that keeps failing is kept for a person and runs no more', async () => {
  const { ctx } = setup
  await recordEvent(ctx, 'poison')
  const task = await claim(ctx)
  const worker = countingWorker((runs) => runs === 1)
  await worker.handle(ctx, { ...task, attempt: 2 })
  expect((await taskOf(ctx, 'poison')).dead_at).not.toBeNull()
  await worker.handle(ctx, { ...task, attempt: 3 })
  expect(await effects(ctx, 'poison')).toBe(0)
})

test('what is asked outside the transaction reaches the effect, and is not asked for a task that is done', async () => {
  const { ctx } = setup
  await recordEvent(ctx, 'asks')
  const task = await claim(ctx)
  const answers: string[] = []
  const worker = defineWorker({
    queue: 'client-errors',
    attempts: 2,
    concurrency: 1,
    prepare: async (_ctx, { payload }) => {
      answers.push(payload.report)
      return `${payload.report}-answer`
    },
    run: async (_ctx, _event, tx, answer) => {
      await tx.insertInto('tags').values({ name: answer }).execute()
    },
  })
  await worker.handle(ctx, task)
  await worker.handle(ctx, task)
  expect(answers).toEqual(['asks'])
  expect(await effects(ctx, 'asks')).toBe(1)
})

test('an event reaches its consumer through the relay and the queue within a moment', async () => {
  const { ctx } = setup
  runningWorkers.push(startRelay(ctx))
  run(ctx, countingWorker())
  await recordEvent(ctx, 'warm-up')
  await eventually(async () => (await taskOf(ctx, 'warm-up')).done_at)
  const times: number[] = []
  for (const report of ['travels', 'travels again', 'travels once more']) {
    const startedAt = performance.now()
    await recordEvent(ctx, report)
    await eventually(async () => (await taskOf(ctx, report)).done_at)
    times.push(performance.now() - startedAt)
  }
  // A new event wakes the relay, so the delay is short. With polling it would be half the polling interval on average.
  expect(Math.min(...times)).toBeLessThan(200)
  expect(await effects(ctx, 'travels')).toBe(1)
})

test('a delayed event waits for its time', async () => {
  const { ctx } = setup
  runningWorkers.push(startRelay(ctx))
  run(ctx, countingWorker())
  const dueAt = new Date(Date.now() + 1200)
  await recordEvent(ctx, 'later', dueAt)
  const done_at = await eventually(async () => (await taskOf(ctx, 'later')).done_at)
  expect(Date.parse(done_at)).toBeGreaterThanOrEqual(dueAt.getTime())
  expect(Date.parse(done_at)).toBeLessThan(dueAt.getTime() + 600)
})

test('jobs that Redis loses come back from Postgres', async () => {
  const { ctx } = setup
  runningWorkers.push(startRelay(ctx))
  await recordEvent(ctx, 'lost')
  await eventually(async () => (await taskOf(ctx, 'lost')).attempt === 1)
  const keys = `${ctx.config.REDIS_PREFIX}:queue:*`
  const redis = connectQueues(ctx, 'worker')
  await eventually(async () => (await redis.keys(keys)).length > 0)
  await redis.del(...(await redis.keys(keys)))
  redis.disconnect()
  run(ctx, countingWorker())
  await eventually(async () => (await taskOf(ctx, 'lost')).done_at)
  expect((await taskOf(ctx, 'lost')).attempt).toBe(2)
  expect(await effects(ctx, 'lost')).toBe(1)
})

test('without Redis nothing is claimed and nothing is lost', async () => {
  const { ctx } = setup
  const relayWithoutRedis = startRelay(contextWith(ctx, { REDIS_URL: 'redis://127.0.0.1:9' }))
  runningWorkers.push(relayWithoutRedis)
  await recordEvent(ctx, 'patient')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect((await taskOf(ctx, 'patient')).attempt).toBe(0)
  runningWorkers.push(startRelay(ctx))
  run(ctx, countingWorker())
  await eventually(async () => (await taskOf(ctx, 'patient')).done_at)
})
