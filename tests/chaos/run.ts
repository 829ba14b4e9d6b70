import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db } from '#db/index.ts'
import { startWorld, type World, type WorldOptions } from '#tests/support/servers/world.ts'
import { auditMoney, readOpenWork } from './audit.ts'
import { type Client, newClient } from './client.ts'
import { killFault, type MachineFault, runFault } from './fault.ts'
import { category_id, type PaidOrder, quiet_category_id, sellOrder } from './journey.ts'
import { auditMail } from './mail.ts'
import { buyBoost, refundOrder, sellForStars } from './money-flows.ts'
import type { Plan } from './plan.ts'

export interface RunReport {
  violations: string[]
  repeated: number
  unknown: number
  recovered_ms: number
  ms: number
}

export interface ChaosWorld {
  world: World
  db: Db
  /** Freelancers who are notified of every new order. */
  audience: Client[]
  stop(): Promise<void>
}

const maxSettleMs = 60_000

/**
 * Starts a running copy of the product for chaos tests, with high rate limits. The provider's clock runs 30 times
 * faster.
 */
export async function openArena(options: WorldOptions = {}): Promise<ChaosWorld> {
  const env = { MODERATION_UNDO_MS: '200', TELEGRAM_RATE_SCALE: '50', PAYMENTS_POLICY: 'store-safe' }
  const world = await startWorld({ ...options, own_servers: true, env: { ...env, ...options.env } })
  const db = connect(world.owner_url)
  const stopWorld = async () => {
    await db.destroy()
    await world.stop()
  }
  try {
    await world.telegram.post('/limits', { enabled: false })
    // Robokassa repeats an unanswered result call after a minute. With the fast clock this takes two seconds.
    const faults = [
      { kind: 'fee', from: 0, to: 10 },
      { kind: 'state_gross', probability: 0.5 },
    ]
    await world.robokassa.post('/_control', { clock_scale: 30, faults })
    return { world, db, audience: await newAudience(world), stop: stopWorld }
  } catch (error) {
    await stopWorld()
    throw error
  }
}

/** A person gets messages about only a few orders per hour, so each run has new subscribers. */
export async function changeAudience(chaosWorld: ChaosWorld): Promise<void> {
  for (const person of chaosWorld.audience) await specialise(person, category_id + 1)
  chaosWorld.audience = await newAudience(chaosWorld.world)
}

function newAudience(world: World): Promise<Client[]> {
  return Promise.all(
    ['Олег', 'Дина'].map(async (name) => {
      const person = await newClient(world, name)
      await specialise(person, category_id)
      return person
    }),
  )
}

async function specialise({ user_id, call }: Client, category_id: number): Promise<void> {
  await call(`/api/users/change_user_spec/${user_id}?category_id=${category_id}`, {})
}

/** Sells the orders of a plan during a fault, waits until all background work is done, and audits the payments. */
export async function runPlan(
  chaosWorld: ChaosWorld,
  plan: Plan,
  name: string,
  fault: MachineFault = killFault(chaosWorld.world, plan),
): Promise<RunReport> {
  const { world, db, audience } = chaosWorld
  // The order whose responses are boosted is published before the fault.
  const plainOrder = { starts_at_ms: 0, pays_twice: false, returns_to_app: false }
  const boostedOrder = await sellOrder(world, `Витрина ${name}.`, plainOrder, quiet_category_id)
  await waitUntilIdle(db)
  const startedAt = Date.now()
  const flows = [
    settleAll(plan.orders, (order, index) => sellOrder(world, `Заказ ${name}-${index + 1}.`, order)),
    settleAll(plan.boosts, (boost) => buyBoost(world, boostedOrder, boost)),
    settleAll(plan.refunds, (refund, index) => refundOrder(world, `Возврат ${name}-${index + 1}.`, refund)),
    settleAll(plan.stars, (stars, index) => sellForStars(world, `Звёзды ${name}-${index + 1}.`, stars)),
  ] as const
  const [[faultResult], soldOrders, boosts, refunds, stars] = await Promise.all([
    Promise.allSettled([runFault(world, plan, fault)]),
    ...flows,
  ])
  const failures = [faultResult, ...[soldOrders, boosts, refunds, stars].flat()].flatMap((result) =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  )
  const orders: PaidOrder[] = valuesOfFulfilled(soldOrders)
  if (!(await waitUntilIdle(db))) failures.push(`open after ${maxSettleMs} ms: ${await readOpenWork(db)}`)
  const { healthErrors, recovered_ms } =
    faultResult.status === 'fulfilled' ? faultResult.value : { healthErrors: [], recovered_ms: Number.NaN }
  // Killing one process with all parts kills the sender of messages, too.
  const victim = world.pid(plan.victim) === world.pid('workers') ? 'workers' : plan.victim
  const mail = await auditMail(world, db, { orders, audience, victim })
  const money = {
    orders: [boostedOrder, ...orders],
    boosts: valuesOfFulfilled(boosts),
    refunds: valuesOfFulfilled(refunds),
    stars: valuesOfFulfilled(stars),
  }
  const violations = [
    ...failures,
    ...healthErrors,
    ...(await auditMoney(world, db, money)),
    ...mail.violations,
  ]
  return {
    violations,
    repeated: mail.repeated,
    unknown: mail.unknown,
    recovered_ms,
    ms: Date.now() - startedAt,
  }
}

function settleAll<P, T>(plans: P[], act: (plan: P, index: number) => Promise<T>) {
  return Promise.allSettled(plans.map(act))
}

function valuesOfFulfilled<T>(results: PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

export async function waitUntilIdle(db: Db): Promise<boolean> {
  for (const deadline = Date.now() + maxSettleMs; Date.now() < deadline; await sleep(50))
    if ((await readOpenWork(db)).length === 0) return true
  return false
}
