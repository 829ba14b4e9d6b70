import { beforeAll, beforeEach, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { claimTasks } from '#db/outbox.ts'
import { record } from '#services/core/records/events.ts'
import { isHot } from '#services/listings/audience/hot-orders.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { hotOrderNotifications, newOrderNotifications } from '#workers/events/order-notifications.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const design = 101
const hour = 60 * 60_000
const workers = [newOrderNotifications, hotOrderNotifications]
let setup: WorkerSetup
let author: number
let startMs: number
let currentTime: Date

beforeAll(async () => {
  setup = await setUpWorkers()
  setup.ctx.now = () => currentTime
  author = (await insertPerson(setup, { in_telegram: false })).id
})
beforeEach(() => {
  startMs = Date.now()
  currentTime = new Date(startMs)
})

const timeAfter = (ms: number) => new Date(startMs + ms).toISOString()

async function insertFreelancer(columns: Record<string, unknown> = {}): Promise<number> {
  const { id } = await insertPerson(setup, { in_telegram: false, category_id: design })
  const userColumns = { is_notify_new_order: false, ...columns }
  await setup.ctx.db.updateTable('users').set(userColumns).where('id', '=', id).execute()
  return id
}

async function publishOrder(columns: Record<string, unknown> = {}): Promise<number> {
  const id = await insertOrder(setup, author, { category_id: design, is_remote: true, ...columns })
  await setup.ctx.db
    .transaction()
    .execute((tx) => record(setup.ctx, tx, 'listing.published', { listing_id: id }))
  await runDueTasks()
  return id
}

/** Runs all tasks that are due now, each twice, because a task may be delivered twice. */
async function runDueTasks(): Promise<void> {
  const nowText = currentTime.toISOString()
  for (let tasksLeft = 1; tasksLeft > 0; ) {
    const tasks = await claimTasks(setup.ctx.db, { limit: 100, now: nowText, waits: [1000 * hour] })
    for (const task of [...tasks, ...tasks])
      await workers.find(({ queue }) => queue === task.consumer)?.handle(setup.ctx, task)
    tasksLeft = tasks.length
  }
}

async function advanceTo(ms: number): Promise<void> {
  currentTime = new Date(startMs + ms)
  await runDueTasks()
}

async function readNotified(user_id: number): Promise<unknown[]> {
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'payload'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, payload }) => `${kind} ${payload.listing_id}`)
}

test('an order is hot when its deadline comes near', async () => {
  const readerId = await insertFreelancer()
  const id = await publishOrder({ deadline: timeAfter(72 * hour), responses_count: 5 })
  await advanceTo(23 * hour)
  expect(await readNotified(readerId)).toEqual([])
  await advanceTo(24 * hour + 1000)
  expect(await readNotified(readerId)).toEqual([`hot_order ${id}`])
  await advanceTo(60 * hour)
  expect(await readNotified(readerId)).toEqual([`hot_order ${id}`])
})

test('an order is hot when a day brought hardly any response', async () => {
  const readerId = await insertFreelancer()
  const [lonelyOrder, busyOrder] = [await publishOrder(), await publishOrder({ responses_count: 2 })]
  await advanceTo(24 * hour + 1000)
  expect(await readNotified(readerId)).toEqual([`hot_order ${lonelyOrder}`])
  expect(busyOrder).toBeGreaterThan(lonelyOrder)
})

test('an urgent order is told at once: as new to who hears of new ones, as hot to who wants only those', async () => {
  const [withBothSwitches, withHotOnly, none] = [
    await insertFreelancer({ is_notify_new_order: true }),
    await insertFreelancer(),
    await insertFreelancer({ is_notify_hot_orders: false }),
  ]
  const otherSpeciality = await insertFreelancer({ category_id: 201 })
  const id = await publishOrder({ urgent: true })
  expect(await readNotified(withBothSwitches)).toEqual([`new_order ${id}`])
  expect(await readNotified(withHotOnly)).toEqual([`hot_order ${id}`])
  for (const unnotified of [none, otherSpeciality]) expect(await readNotified(unnotified)).toEqual([])
})

test('three hot orders a day to one person', async () => {
  const readerId = await insertFreelancer()
  for (let index = 0; index <= limits.hotOrders.perDay; index++) await publishOrder({ urgent: true })
  expect(await readNotified(readerId)).toHaveLength(limits.hotOrders.perDay)
  await advanceTo(25 * hour)
  await publishOrder({ urgent: true })
  expect((await readNotified(readerId)).length).toBeGreaterThan(limits.hotOrders.perDay)
})

test('a closed order, a vacancy, and who has responded are left alone', async () => {
  const readerId = await insertFreelancer()
  const closedOrder = await publishOrder({ deadline: timeAfter(72 * hour) })
  await placeRows(setup.owner, 'listings', { id: closedOrder }, { status: 'archived' })
  await publishOrder({ kind: 'vacancy', urgent: true })
  const answeredOrder = await publishOrder({ deadline: timeAfter(72 * hour) })
  await setup.ctx.db
    .insertInto('responses')
    .values({ listing_id: answeredOrder, user_id: readerId, response_text: 'Сделаю' })
    .execute()
  await advanceTo(30 * hour)
  expect(await readNotified(readerId)).toEqual([])
})

test('a deadline that was moved away makes nothing hot at its old time', async () => {
  const readerId = await insertFreelancer()
  const id = await publishOrder({ deadline: timeAfter(72 * hour), responses_count: 5 })
  await setup.ctx.db
    .updateTable('listings')
    .set({ deadline: timeAfter(120 * hour) })
    .where('id', '=', id)
    .execute()
  await advanceTo(25 * hour)
  expect(await readNotified(readerId)).not.toContain(`hot_order ${id}`)
  await advanceTo(73 * hour)
  expect(await readNotified(readerId)).toContain(`hot_order ${id}`)
})

test('who heard of an order as new less than twelve hours ago does not hear of it as hot', async () => {
  const [freshOrder, oldOrder] = [
    await insertFreelancer({ is_notify_new_order: true }),
    await insertFreelancer({ is_notify_new_order: true }),
  ]
  const id = await publishOrder({ deadline: timeAfter(59 * hour), responses_count: 5 })
  await setup.ctx.db
    .updateTable('deliveries')
    .set({ created_at: timeAfter(-1 * hour) })
    .where('dedupe_key', '=', `new_order:${id}:${oldOrder}`)
    .execute()
  await advanceTo(11 * hour)
  expect(await readNotified(freshOrder)).toEqual([`new_order ${id}`])
  expect(await readNotified(oldOrder)).toEqual([`new_order ${id}`, `hot_order ${id}`])
})

test('a hot order that did not arrive, or came a day ago, leaves room for another', async () => {
  const readerId = await insertFreelancer()
  for (let index = 0; index < limits.hotOrders.perDay; index++) await publishOrder({ urgent: true })
  const changeLastAndPublish = async (columns: Record<string, unknown>) => {
    const lastNotice = setup.ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('user_id', '=', readerId)
      .orderBy('id', 'desc')
      .limit(1)
    await setup.ctx.db.updateTable('deliveries').set(columns).where('id', '=', lastNotice).execute()
    await publishOrder({ urgent: true })
  }
  await changeLastAndPublish({ state: 'failed' })
  expect(await readNotified(readerId)).toHaveLength(limits.hotOrders.perDay + 1)
  await changeLastAndPublish({ created_at: timeAfter(-24 * hour) })
  expect(await readNotified(readerId)).toHaveLength(limits.hotOrders.perDay + 2)
  await publishOrder({ urgent: true })
  expect(await readNotified(readerId)).toHaveLength(limits.hotOrders.perDay + 2)
})

test('the database calls hot what stands at the bounds and nothing beyond them', async () => {
  const lookedAt = new Date('2026-03-01T10:00:00Z')
  const samples: [columns: Record<string, unknown>, isFound: boolean][] = [
    [{ deadline: '2026-03-03T10:00:00Z' }, true],
    [{ deadline: '2026-03-03T10:00:00.001Z' }, false],
    [{ deadline: '2026-03-01T10:00:00.001Z' }, true],
    [{ deadline: '2026-03-01T10:00:00Z' }, false],
    [{ published_at: '2026-02-28T10:00:00Z', responses_count: 1 }, true],
    [{ published_at: '2026-02-28T10:00:00Z', responses_count: 2 }, false],
    [{ published_at: '2026-02-28T10:00:00.001Z' }, false],
    [{ urgent: true }, true],
    [{ urgent: true, kind: 'vacancy' }, false],
  ]
  for (const [columns, isFound] of samples) {
    const id = await insertOrder(setup, author, { published_at: '2026-03-01T09:00:00Z', ...columns })
    const hotOrder = setup.ctx.db
      .selectFrom('listings')
      .select('id')
      .where('id', '=', id)
      .where(isHot(lookedAt))
    expect({ columns, isFound: (await hotOrder.execute()).length === 1 }).toEqual({ columns, isFound })
  }
})
