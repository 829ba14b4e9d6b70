import { Worker } from 'bullmq'
import { Redis } from 'ioredis'

/**
 * A BullMQ worker without the product's code. Reports when each job arrived, by the monotonic clock that all processes
 * share.
 */
const connection = new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
const worker = new Worker<{ name: string }>(
  'bare',
  async ({ data }) => {
    process.send?.({ name: data.name, at: Number(process.hrtime.bigint()) })
  },
  { connection, concurrency: 4 },
)
await worker.waitUntilReady()
process.send?.({ name: 'ready', at: 0 })
