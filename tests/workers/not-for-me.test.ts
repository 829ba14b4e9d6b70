import { beforeAll, expect, test } from 'vitest'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import { queueHotOrder, queueNewOrder } from '#services/listings/audience/actions.ts'
import { hideOrder, listHidden, unhideOrder } from '#services/listings/audience/hidden-listings.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const day = 86_400_000
const [design, otherCategory] = [101, 201]
let setup: WorkerSetup
let author: number
const insertReader = async (category_id = design) =>
  (await insertPerson(setup, { in_telegram: false, category_id })).id

beforeAll(async () => {
  setup = await setUpWorkers()
  author = await insertReader()
})

const order = (columns: Record<string, unknown> = {}) =>
  insertOrder(setup, author, { category_id: design, is_remote: true, price_base: 250_000, ...columns })

const deadlineIn = (days: number) => new Date(setup.ctx.now().getTime() + days * day).toISOString()

async function isNotified(user_id: number, columns: Record<string, unknown> = {}, queue = queueNewOrder) {
  const listing_id = await order(columns)
  await setup.ctx.db.transaction().execute((tx) => queue(setup.ctx, tx, listing_id))
  const row = await setup.ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', '=', user_id)
    .where('dedupe_key', 'like', `%:${listing_id}:${user_id}`)
    .executeTakeFirst()
  return row !== undefined
}

function hideFor(user_id: number, listing_id: number, reason: NotForMeReason) {
  return setup.ctx.db.transaction().execute((tx) => hideOrder(setup.ctx, tx, { user_id, listing_id, reason }))
}

test('too little: orders below it come no more, dearer ones, others’ units and unpriced ones do', async () => {
  const [reader, otherReader] = [await insertReader(), await insertReader()]
  const hourlyFormat = { payment_format: 'hourly' }
  await hideFor(reader, await order({ price_base: 300_000 }), 'price')
  expect(await isNotified(reader, { price_base: 299_900 })).toBe(false)
  expect(await isNotified(reader, { price_base: 300_000 })).toBe(true)
  expect(await isNotified(reader, { price_base: 100_000, ...hourlyFormat })).toBe(true)
  expect(await isNotified(reader, { price: null, price_base: null })).toBe(true)
  expect(await isNotified(otherReader, { price_base: 100 })).toBe(true)
  expect(await isNotified(reader, { urgent: true, price_base: 100 }, queueHotOrder)).toBe(false)
})

test('not my category: the category alone is no reason any more, with a skill or a saved search it is', async () => {
  const reader = await insertReader()
  const { db } = setup.ctx
  await db.insertInto('user_skills').values({ user_id: reader, name: 'Figma' }).execute()
  await hideFor(reader, await order(), 'topic')
  expect(await isNotified(reader)).toBe(false)
  expect(await isNotified(reader, { skills: ['figma'] })).toBe(true)
  expect(await isNotified(reader, { category_id: otherCategory, skills: ['figma'] })).toBe(true)
  await db
    .insertInto('saved_searches')
    .values({ user_id: reader, kind: 'order', name: 'Мой', filters: '{}' })
    .execute()
  expect(await isNotified(reader)).toBe(true)
})

test('timing: orders with less time come no more', async () => {
  const reader = await insertReader()
  await hideFor(reader, await order({ deadline: deadlineIn(4.5) }), 'term')
  expect(await isNotified(reader, { deadline: deadlineIn(4.9) })).toBe(false)
  expect(await isNotified(reader, { deadline: deadlineIn(5.1) })).toBe(true)
  expect(await isNotified(reader)).toBe(true)
})

test('this client: none of their orders, those of others', async () => {
  const [reader, otherReader] = [await insertReader(), await insertReader()]
  await hideFor(reader, await order(), 'author')
  expect(await isNotified(reader)).toBe(false)
  expect(await isNotified(reader, { author_id: otherReader })).toBe(true)
})

test('busy: nothing for a week, then everything again', async () => {
  const reader = await insertReader()
  await hideFor(reader, await order(), 'busy')
  expect(await isNotified(reader)).toBe(false)
  const originalNow = setup.ctx.now
  setup.ctx.now = () => new Date(originalNow().getTime() + 7 * day + 60_000)
  expect(await isNotified(reader)).toBe(true)
  setup.ctx.now = originalNow
})

test('taken back, it is as if it had never been said; the last word about an order counts', async () => {
  const reader = await insertReader()
  const listing_id = await order()
  await hideFor(reader, listing_id, 'author')
  await hideFor(reader, listing_id, 'price')
  expect((await listHidden(setup.ctx, reader)).map(({ reason }) => reason)).toEqual(['price'])
  expect(await isNotified(reader)).toBe(true)
  expect(await isNotified(reader, { price_base: 1 })).toBe(false)
  await unhideOrder(setup.ctx.db, reader, listing_id)
  expect(await isNotified(reader, { price_base: 1 })).toBe(true)
})

test('what an order does not have cannot be said about it', async () => {
  const reader = await insertReader()
  const plainOrder = await order({ category_id: null, price: null, price_base: null })
  for (const reason of ['topic', 'price', 'term'] as const)
    expect(await hideFor(reader, plainOrder, reason)).toBe(false)
  expect(await listHidden(setup.ctx, reader)).toEqual([])
})
