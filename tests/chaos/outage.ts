import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '#db/index.ts'
import { insertEvent } from '#db/outbox.ts'
import type { World } from '#tests/support/servers/world.ts'

/** An operator's view of an outage in one second. */
export type Moment = { second: number; is_redis_up: boolean; age: number }

/** The outbox age in seconds, from the workers' Prometheus metrics. */
export async function readOutageAge(operations: string): Promise<number> {
  const text = await (await fetch(`${operations}/metrics`)).text()
  return Number(/^otklik_outbox_age_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** Records one event with a consumer. */
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
 * Stops Redis for some seconds while events are recorded, restarts it, and watches the outbox until it is empty.
 * @returns one moment per second; the last one has age 0 unless the backlog lasted for `patience` seconds
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
