import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { connect, type Db } from '#db/index.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { auditFanOut } from './fan-out-audit.ts'
import { addPeople, publishOrder, type Round, roundPeople } from './fan-out-rounds.ts'

/** One killed process while the messages about an order are being sent. */
type Kill = {
  victim: 'workers' | 'redis'
  /** Milliseconds from the publication to the kill. */
  at_ms: number
  downtime_ms: number
  /** True if Redis loses its data and restarts empty. */
  redis_restarts_empty: boolean
}

const numberUpTo = (max: number) => fc.integer({ min: 0, max })
// Killing a sender may lose more messages than killing Redis, so three of four kills hit a sender.
const arbitraryKill = fc.record({
  victim: fc.constantFrom<Kill['victim']>('workers', 'workers', 'workers', 'redis'),
  at_ms: numberUpTo(400),
  downtime_ms: numberUpTo(200),
  redis_restarts_empty: fc.boolean(),
})

/** Draws random kills. The same seed gives the same kills. */
export const makeKills = (count: number, seed: number): Kill[] =>
  fc.sample(fc.noBias(arbitraryKill), { seed, numRuns: count })

export type FanOutSummary = {
  kills: number
  killed_senders: number
  transactional: number
  bulk: number
  /** Transactional messages that arrived twice, because a sender was killed while sending them. */
  repeated: number
  /** Bulk messages that may have been lost, because a sender was killed while sending them. */
  unknown: number
  violations: string[]
  ms: number
}

/** Longest wait in milliseconds until all messages are sent. It exceeds the longest retry delay of a task. */
const maxSettleMs = 330_000

/**
 * Publishes orders one after another while sender processes and Redis are killed. Then compares the received messages
 * with the expected ones.
 */
export async function runFanOutKills(
  kills: Kill[],
  printLine: (line: string) => void,
): Promise<FanOutSummary> {
  const startedAt = Date.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'otklik-fan-out-'))
  const people_file = path.join(folder, 'people.json')
  await writeFile(people_file, JSON.stringify(roundPeople(kills.length)))
  const env = { TELEGRAM_RATE_SCALE: '50' }
  const world = await startWorld({ own_servers: true, roles: ['telegram', 'workers'], people_file, env })
  const db = connect(world.owner_url, { onError: () => undefined })
  try {
    await world.telegram.post('/limits', { enabled: false })
    // The Telegram stand-in answers slowly, so that a kill interrupts some messages.
    await world.telegram.post('/faults', { method: 'sendMessage', delay_ms: 25, times: 0 })
    await addPeople(db, kills.length)
    const rounds: Round[] = []
    for (const [index, plannedKill] of kills.entries()) {
      rounds.push(await publishOrder(db, index))
      await killAndRestart(world, plannedKill)
      if (index % 20 === 19) printLine(`${index + 1} kills, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    }
    const isIdle = await waitUntilIdle(db)
    const killed_senders = kills.filter(({ victim }) => victim === 'workers').length
    const audit = await auditFanOut(world, db, rounds, killed_senders)
    const violations = isIdle ? audit.violations : [`no quiet within ${maxSettleMs} ms`, ...audit.violations]
    return { ...audit, kills: kills.length, killed_senders, violations, ms: Date.now() - startedAt }
  } finally {
    await db.destroy()
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function killAndRestart(
  world: World,
  { victim, at_ms, downtime_ms, redis_restarts_empty }: Kill,
): Promise<void> {
  await sleep(at_ms)
  await world.kill(victim)
  await sleep(downtime_ms)
  await world.restart(victim)
  if (victim === 'workers' || !redis_restarts_empty) return
  const redis = new Redis(world.env.REDIS_URL ?? '')
  await redis.flushall()
  redis.disconnect()
}

async function waitUntilIdle(db: Db): Promise<boolean> {
  for (const deadline = Date.now() + maxSettleMs; Date.now() < deadline; await sleep(200)) {
    const messages = await db
      .selectFrom('deliveries')
      .select('id')
      .where('state', 'in', ['pending', 'sending'])
      .limit(1)
      .execute()
    const tasks = await db
      .selectFrom('event_tasks')
      .select('event_id')
      .where('done_at', 'is', null)
      // Ignores tasks that are due later, such as the check of an order on the next day.
      .where('due_at', '<', new Date(Date.now() + 60_000).toISOString())
      .limit(1)
      .execute()
    if (messages.length + tasks.length === 0) return true
  }
  return false
}
