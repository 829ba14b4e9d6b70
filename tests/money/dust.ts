import { sql } from 'kysely'
import { claimTasks } from '#db/outbox.ts'
import type { Consumer } from '#services/core/records/events.ts'
import { expireListings, refundAbandoned } from '#services/lifecycle/publication/expire.ts'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { expireInvoices, scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import { makeLateInquiry } from '#services/payments/verification/later-inquiries.ts'
import { moderationDecisions } from '#workers/events/moderation.ts'
import { paymentVerification } from '#workers/events/payment-verification.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'
import { readTransactions } from '#workers/rounds/star-ledger.ts'
import { runInGroups } from './groups.ts'
import type { MoneyWorld } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute
const batch = 500

/** Consumers of events that move money or apply a purchase. All other consumers only notify people. */
const moneyConsumers = {
  'payment-verification': paymentVerification,
  'moderation-decisions': moderationDecisions,
}
type MoneyConsumer = keyof typeof moneyConsumers

/** For each world, the number of its Telegram transactions that were already read. */
const starsRead = new WeakMap<MoneyWorld, number>()

/**
 * Runs all background work that moves money, once.
 * @returns true if there was anything to do
 */
async function runRound(world: MoneyWorld): Promise<boolean> {
  const { ctx } = world.api
  const duePayments = await listDuePayments(ctx.db, ctx.now(), batch)
  await runInGroups(duePayments, (payment_id) => scheduleInquiry(ctx, payment_id))
  const lateInquiries = await makeAllLateInquiries(world)
  const expiredInvoices = await expireInvoices(ctx, batch)
  const expiredListings = await expireListings(ctx, batch)
  const refunds = await refundAbandoned(ctx, batch)
  await takeSteps(ctx)
  const offset = starsRead.get(world) ?? 0
  const readCount = await readTransactions(ctx, offset)
  starsRead.set(world, offset + readCount)
  const deliveredEvents = await deliverEvents(world)
  return [
    duePayments.length,
    lateInquiries,
    expiredInvoices,
    expiredListings,
    refunds,
    readCount,
    deliveredEvents,
  ].some((count) => count > 0)
}

/**
 * Makes all due late inquiries about old payments, without the usual pause between them.
 * @returns the number of inquiries
 */
async function makeAllLateInquiries({ api: { ctx } }: MoneyWorld): Promise<number> {
  for (let inquiries = 0; ; inquiries += 1) {
    await ctx.redis.del('later-inquiry')
    if ((await makeLateInquiry(ctx)) === undefined) return inquiries
  }
}

/**
 * Delivers due events to the consumers that move money. Marks the tasks of other consumers as done.
 * @returns the number of delivered events
 */
async function deliverEvents({ api: { ctx } }: MoneyWorld): Promise<number> {
  const now = ctx.now().toISOString()
  await sql`update event_tasks set done_at = ${now}
    where done_at is null and consumer <> all(${Object.keys(moneyConsumers)}::text[])`.execute(ctx.db)
  const tasks = await claimTasks(ctx.db, { limit: batch, now, waits: [minute] })
  const isMoneyConsumer = (name: string): name is MoneyConsumer & Consumer => name in moneyConsumers
  await runInGroups(tasks, async (task) => {
    if (isMoneyConsumer(task.consumer)) await moneyConsumers[task.consumer].handle(ctx, task)
  })
  return tasks.length
}

/** Repeats the background work until nothing is due at the current time of the test clock. */
export async function finishBackgroundWork(world: MoneyWorld): Promise<void> {
  for (let roundCount = 0; roundCount < 50; roundCount += 1) if (!(await runRound(world))) return
  throw new Error('the background work never comes to rest')
}

/**
 * Steps by which the clock moves, so that every timeout passes. `hours` covers about two days, `months` about a quarter
 * of a year.
 */
const hours = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute, day]
const months = [2 * day, 8 * day, 31 * day, 10 * day, 31 * day]

/**
 * Finishes all background work while the clock moves on step by step.
 * @param afterStep called after the background work of each step, before the clock moves
 */
export async function finishWorkOverTime(
  world: MoneyWorld,
  afterStep: () => Promise<void>,
  includesMonths = true,
): Promise<void> {
  for (const step of [...hours, ...(includesMonths ? months : []), 0]) {
    await waitForTimers()
    await finishBackgroundWork(world)
    await afterStep()
    world.advanceClock(step)
  }
}

/** Waits until the Robokassa stand-in has made the calls that are due. */
export function waitForTimers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 15))
}
