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
let start: number
let moment: Date

beforeAll(async () => {
  setup = await setUpWorkers()
  setup.ctx.now = () => moment
  author = (await insertPerson(setup, { in_telegram: false })).id
})
beforeEach(() => {
  start = Date.now()
  moment = new Date(start)
})

const later = (ms: number) => new Date(start + ms).toISOString()

async function freelancer(columns: Record<string, unknown> = {}): Promise<number> {
  const { id } = await insertPerson(setup, { in_telegram: false, category_id: design })
  const wish = { is_notify_new_order: false, ...columns }
  await setup.ctx.db.updateTable('users').set(wish).where('id', '=', id).execute()
  return id
}

async function publish(columns: Record<string, unknown> = {}): Promise<number> {
  const id = await insertOrder(setup, author, { category_id: design, is_remote: true, ...columns })
  await setup.ctx.db
    .transaction()
    .execute((tx) => record(setup.ctx, tx, 'listing.published', { listing_id: id }))
  await work()
  return id
}

/** Runs everything that is due now, each task twice. */
async function work(): Promise<void> {
  const now = moment.toISOString()
  for (let left = 1; left > 0; ) {
    const tasks = await claimTasks(setup.ctx.db, { limit: 100, now, waits: [1000 * hour] })
    for (const task of [...tasks, ...tasks])
      await workers.find(({ queue }) => queue === task.consumer)?.handle(setup.ctx, task)
    left = tasks.length
  }
}

async function pass(ms: number): Promise<void> {
  moment = new Date(start + ms)
  await work()
}

async function told(user_id: number): Promise<unknown[]> {
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'payload'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, payload }) => `${kind} ${payload.listing_id}`)
}

test('an order is hot when its deadline comes near', async () => {
  const one = await freelancer()
  const id = await publish({ deadline: later(72 * hour), responses_count: 5 })
  await pass(23 * hour)
  expect(await told(one)).toEqual([])
  await pass(24 * hour + 1000)
  expect(await told(one)).toEqual([`hot_order ${id}`])
  await pass(60 * hour)
  expect(await told(one)).toEqual([`hot_order ${id}`])
})

test('an order is hot when a day brought hardly any response', async () => {
  const one = await freelancer()
  const [lonely, busy] = [await publish(), await publish({ responses_count: 2 })]
  await pass(24 * hour + 1000)
  expect(await told(one)).toEqual([`hot_order ${lonely}`])
  expect(busy).toBeGreaterThan(lonely)
})

test('an urgent order is told at once: as new to who hears of new ones, as hot to who wants only those', async () => {
  const [both, only, none] = [
    await freelancer({ is_notify_new_order: true }),
    await freelancer(),
    await freelancer({ is_notify_hot_orders: false }),
  ]
  const other = await freelancer({ category_id: 201 })
  const id = await publish({ urgent: true })
  expect(await told(both)).toEqual([`new_order ${id}`])
  expect(await told(only)).toEqual([`hot_order ${id}`])
  for (const quiet of [none, other]) expect(await told(quiet)).toEqual([])
})

test('three hot orders a day to one person', async () => {
  const one = await freelancer()
  for (let index = 0; index <= limits.hot.perDay; index++) await publish({ urgent: true })
  expect(await told(one)).toHaveLength(limits.hot.perDay)
  await pass(25 * hour)
  await publish({ urgent: true })
  expect((await told(one)).length).toBeGreaterThan(limits.hot.perDay)
})

test('a closed order, a vacancy, and who has responded are left alone', async () => {
  const one = await freelancer()
  const closed = await publish({ deadline: later(72 * hour) })
  await placeRows(setup.owner, 'listings', { id: closed }, { status: 'archived' })
  await publish({ kind: 'vacancy', urgent: true })
  const answered = await publish({ deadline: later(72 * hour) })
  await setup.ctx.db
    .insertInto('responses')
    .values({ listing_id: answered, user_id: one, response_text: 'Сделаю' })
    .execute()
  await pass(30 * hour)
  expect(await told(one)).toEqual([])
})

test('a deadline that was moved away makes nothing hot at its old time', async () => {
  const one = await freelancer()
  const id = await publish({ deadline: later(72 * hour), responses_count: 5 })
  await setup.ctx.db
    .updateTable('listings')
    .set({ deadline: later(120 * hour) })
    .where('id', '=', id)
    .execute()
  await pass(25 * hour)
  expect(await told(one)).not.toContain(`hot_order ${id}`)
  await pass(73 * hour)
  expect(await told(one)).toContain(`hot_order ${id}`)
})

test('who heard of an order as new less than twelve hours ago does not hear of it as hot', async () => {
  const [fresh, old] = [
    await freelancer({ is_notify_new_order: true }),
    await freelancer({ is_notify_new_order: true }),
  ]
  const id = await publish({ deadline: later(59 * hour), responses_count: 5 })
  await setup.ctx.db
    .updateTable('deliveries')
    .set({ created_at: later(-1 * hour) })
    .where('dedupe_key', '=', `new_order:${id}:${old}`)
    .execute()
  await pass(11 * hour)
  expect(await told(fresh)).toEqual([`new_order ${id}`])
  expect(await told(old)).toEqual([`new_order ${id}`, `hot_order ${id}`])
})

test('a hot order that did not arrive, or came a day ago, leaves room for another', async () => {
  const one = await freelancer()
  for (let index = 0; index < limits.hot.perDay; index++) await publish({ urgent: true })
  const spare = async (columns: Record<string, unknown>) => {
    const last = setup.ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('user_id', '=', one)
      .orderBy('id', 'desc')
      .limit(1)
    await setup.ctx.db.updateTable('deliveries').set(columns).where('id', '=', last).execute()
    await publish({ urgent: true })
  }
  await spare({ state: 'failed' })
  expect(await told(one)).toHaveLength(limits.hot.perDay + 1)
  await spare({ created_at: later(-24 * hour) })
  expect(await told(one)).toHaveLength(limits.hot.perDay + 2)
  await publish({ urgent: true })
  expect(await told(one)).toHaveLength(limits.hot.perDay + 2)
})

test('the database calls hot what stands at the bounds and nothing beyond them', async () => {
  const looked = new Date('2026-03-01T10:00:00Z')
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
    const found = setup.ctx.db.selectFrom('listings').select('id').where('id', '=', id).where(isHot(looked))
    expect({ columns, isFound: (await found.execute()).length === 1 }).toEqual({ columns, isFound })
  }
})
