import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { countView } from '#services/listings/author/views.ts'
import { flushViews, viewCounting } from '#workers/rounds/views.ts'
import { contextWith, insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

let setup: WorkerSetup
let author_id: number

beforeAll(async () => {
  setup = await setUpWorkers()
  author_id = (await insertPerson(setup, { in_telegram: false })).id
})

async function views(listing_id: number): Promise<number> {
  const row = await setup.ctx.db
    .selectFrom('listing_views')
    .select('views_count')
    .where('listing_id', '=', listing_id)
    .executeTakeFirst()
  return row?.views_count ?? 0
}

test('a person counts once a day, other people and other days count anew', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  for (let times = 0; times < 3; times++) await countView(ctx, order, 1)
  await countView(ctx, order, 2)
  const contextTomorrow = { ...ctx, now: () => new Date(Date.now() + 86_400_000) }
  await countView(contextTomorrow, order, 1)
  await flushViews(ctx)
  expect(await views(order)).toBe(3)
  await countView(ctx, order, 2)
  await countView(ctx, order, 3)
  await flushViews(ctx)
  expect(await views(order)).toBe(4)
})

test('all hours of one day are one day, and midnight begins another', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  const viewAt = (at: string) => countView({ ...ctx, now: () => new Date(at) }, order, 1)
  for (const time of ['00:00:00', '01:30:00', '07:30:00', '12:30:00', '20:30:00', '23:59:59'])
    await viewAt(`2026-03-02T${time}Z`)
  await flushViews(ctx)
  expect(await views(order)).toBe(1)
  await viewAt('2026-03-03T00:00:00Z')
  await flushViews(ctx)
  expect(await views(order)).toBe(2)
})

test('a person who opens hundreds of listings in an hour is a machine', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  for (let viewer = 1; viewer <= 300; viewer++) await countView(ctx, 1_000_000 + viewer, 77)
  await countView(ctx, order, 77)
  await countView(ctx, order, 78)
  await flushViews(ctx)
  expect(await views(order)).toBe(1)
})

test('a flush that died before it wrote is made good by the next one', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  const batch = randomUUID()
  await ctx.redis.hset(`views:batch:${batch}`, String(order), 5)
  await ctx.redis.sadd('views:batches', batch)
  await flushViews(ctx)
  expect(await views(order)).toBe(5)
})

test('a flush that died after it wrote adds nothing when it is repeated', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  await countView(ctx, order, 1)
  const brokenCtx = { ...ctx, redis: { ...ctx.redis } as typeof ctx.redis }
  brokenCtx.redis.eval = ctx.redis.eval.bind(ctx.redis)
  brokenCtx.redis.hgetall = ctx.redis.hgetall.bind(ctx.redis)
  brokenCtx.redis.multi = () => {
    throw new Error('killed')
  }
  await expect(flushViews(brokenCtx)).rejects.toThrow('killed')
  expect(await views(order)).toBe(1)
  await Promise.all([flushViews(ctx), flushViews(ctx)])
  expect(await views(order)).toBe(1)
  expect(await ctx.redis.smembers('views:batches')).toEqual([])
})

test('sums of a day: what was counted on each, whenever it is carried over, each batch once', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  const viewAt = (at: string, viewer: number, step?: 'shown') =>
    countView({ ...ctx, now: () => new Date(at) }, order, viewer, step)
  const [lastSecond, firstSecond] = ['2026-03-02T23:59:59Z', '2026-03-03T00:00:01Z']
  for (const viewer of [1, 1, 2]) await viewAt(lastSecond, viewer, 'shown')
  await viewAt(lastSecond, 1)
  await viewAt(firstSecond, 1)
  await Promise.all([flushViews(ctx), flushViews(ctx)])
  await viewAt(firstSecond, 3, 'shown')
  await flushViews(ctx)
  const days = ctx.db.selectFrom('listing_days').select(['day', 'shown', 'opened'])
  expect(await days.where('listing_id', '=', order).orderBy('day').execute()).toEqual([
    { day: '2026-03-02', shown: 2, opened: 1 },
    { day: '2026-03-03', shown: 1, opened: 1 },
  ])
  expect(await views(order)).toBe(2)
})

test('views of something that never was do not stop the others', async () => {
  const { ctx } = setup
  const order = await insertOrder(setup, author_id)
  await countView(ctx, 999_999_999, 1)
  await countView(ctx, order, 1)
  await viewCounting.run(ctx)
  expect(await views(order)).toBe(1)
})

test('without Redis a page opens all the same', async () => {
  const contextWithoutRedis = contextWith(setup.ctx, { REDIS_URL: 'redis://127.0.0.1:9' })
  await expect(countView(contextWithoutRedis, 1, 1)).resolves.toBeUndefined()
})
