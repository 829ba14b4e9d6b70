import { Queue, Worker } from 'bullmq'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { connectQueues, queuePrefix } from '#workers/engine/queues.ts'
import { waitTogether } from '#workers/engine/shared-wait.ts'
import { setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup

beforeAll(async () => {
  setup = await setUpWorkers()
})

const names = ['one', 'two', 'three', 'four', 'five', 'six']

/** Starts a worker for each queue over one connection, and returns what each has done and the queues to add jobs to. */
function startQueues() {
  const { ctx } = setup
  const prefix = queuePrefix(ctx)
  const connection = connectQueues(ctx, 'worker')
  const producer = connectQueues(ctx, 'worker')
  const handled: { name: string; tookMs: number }[] = []
  const workers = names.map(
    (name) =>
      new Worker<{ at: number }>(
        name,
        async ({ data }) => void handled.push({ name, tookMs: Date.now() - data.at }),
        { connection, prefix },
        waitTogether(ctx, connection),
      ),
  )
  const queues = names.map((name) => new Queue(name, { connection: producer, prefix }))
  onTestFinished(async () => {
    await Promise.all([...workers, ...queues].map((part) => part.close()))
    connection.disconnect()
    producer.disconnect()
  })
  return { workers, queues, handled }
}

const addJob = (queue?: Queue, delay = 0) => queue?.add('job', { at: Date.now() + delay }, { delay })

test('workers of many queues that wait together each hear of a job at once, also of the next', async () => {
  const { workers, queues, handled } = startQueues()
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  for (const queue of queues)
    for (let turn = 1; turn <= 3; turn += 1) {
      const before = handled.length
      await addJob(queue)
      await eventually(async () => handled.length > before)
    }
  expect(handled.map(({ name }) => name)).toEqual(names.flatMap((name) => [name, name, name]))
  // A worker that joins again while the others wait would otherwise be heard a second later.
  const inOrder = handled.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
  expect(inOrder[Math.floor(inOrder.length / 2)]).toBeLessThan(800)
})

test('delayed jobs come at their time, and a lost connection is opened anew', async () => {
  const { workers, queues, handled } = startQueues()
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  await addJob(queues[0], 700)
  await eventually(async () => handled.length === 1)
  expect(handled[0]?.tookMs).toBeGreaterThanOrEqual(-50)
  expect(handled[0]?.tookMs).toBeLessThan(5000)
  const { ctx } = setup
  const clients = String(await ctx.redis.client('LIST')).split('\n')
  const waits = clients.filter((line) => line.includes(` name=${queuePrefix(ctx)}:wait `))
  expect(waits.length).toBeGreaterThan(0)
  for (const line of waits) await ctx.redis.client('KILL', 'ID', /id=(\d+)/.exec(line)?.[1] ?? '')
  for (const queue of queues) await addJob(queue)
  await eventually(async () => handled.length >= 1 + names.length)
})
