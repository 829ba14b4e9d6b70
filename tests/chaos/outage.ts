import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '#db/index.ts'
import { insertEvent } from '#db/outbox.ts'
import type { World } from '#tests/support/servers/world.ts'

/** State of the outbox in one second of an outage of Redis. */
export type Moment = { second: number; is_redis_up: boolean; age: number }

/** Reads the age of the oldest waiting outbox task, in seconds, from the Prometheus metrics of the workers. */
export async function readOutageAge(operations: string): Promise<number> {
  const text = await (await fetch(`${operations}/metrics`)).text()
  return Number(/^otklik_outbox_age_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** Records one event that a worker must process. */
async function recordEvent(url: string, n: number): Promise<void> {
  const db = connect(url, { max: 1 })
  const event = {
    topic: 'client.failed',
    payload: { report: `Error ${n}` },
    consumers: ['client-errors'],
    request_id: null,
    now: new Date().toISOString(),
  }
  try {
    await db.transaction().execute((tx) => insertEvent(tx, event))
  } finally {
    await db.destroy()
  }
}

/**
 * Stops Redis for some seconds while events are recorded, restarts Redis, and watches the outbox until it is empty.
 * @returns one entry per second; the last entry has age 0 unless the outbox was not empty after `patience` seconds
 */
export async function watchOutage(
  world: World,
  operations: string,
  {
    seconds,
    patienceSeconds = 60,
    onMoment,
  }: { seconds: number; patienceSeconds?: number; onMoment?: (moment: Moment) => void },
): Promise<Moment[]> {
  const moments: Moment[] = []
  const startedAt = Date.now()
  let is_redis_up = false
  await world.kill('redis')
  for (let second = 0; second < seconds + patienceSeconds; second++) {
    if (second === seconds) {
      await world.restart('redis')
      is_redis_up = true
    }
    if (!is_redis_up) await recordEvent(world.owner_url, second)
    await wait(Math.max(0, startedAt + (second + 1) * 1000 - Date.now()))
    const moment = { second: second + 1, is_redis_up, age: await readOutageAge(operations) }
    moments.push(moment)
    onMoment?.(moment)
    if (is_redis_up && moment.age === 0) break
  }
  return moments
}
