import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditMoney } from './audit.ts'
import { type Client, initDataOf, newClient } from './client.ts'
import { readHealth } from './fault.ts'
import { approveOrder, newOrder, type PaidOrder } from './journey.ts'
import { auditMail } from './mail.ts'
import { type ChaosWorld, openArena, waitUntilIdle } from './run.ts'

type Exchange = { status: number; answer: string }

const timeoutMs = 2000
let chaosWorld: ChaosWorld
let author: Client
const soldOrders: PaidOrder[] = []

beforeAll(async () => {
  chaosWorld = await openArena()
  author = await newClient(chaosWorld.world, 'Анна')
}, 400_000)
afterAll(() => chaosWorld?.stop())

/**
 * Makes one API call without a retry.
 * @throws if the call fails or times out
 */
async function callOnce<Answer>(path: string, authorization: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${chaosWorld.world.api}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  expect(answer.status, `${path}: ${text}`).toBe(200)
  return JSON.parse(text) as Answer
}

/**
 * Logs in, reads lists, creates an order and pays for it: everything that must work without Redis.
 * @returns the order that was sold
 */
async function sellOneOrder(title: string): Promise<PaidOrder> {
  const { world } = chaosWorld
  const { authorization, telegram_id } = author
  await callOnce('/auth/login', await initDataOf(world, telegram_id), {})
  await callOnce('/api/projects', authorization, {})
  const { id: listing_id } = await callOnce<{ id: number }>(
    '/api/projects/create',
    authorization,
    newOrder(title),
  )
  const { payment_url, invoice_id } = await callOnce<{ payment_url: string; invoice_id: number }>(
    '/pay/generate-payment-robokassa',
    authorization,
    { payment_type: 'project', project_id: listing_id },
  )
  const startedAt = Date.now()
  await world.robokassa.post('/_control/pay', { payment_url })
  expect(Date.now() - startedAt).toBeLessThan(timeoutMs)
  const calls = await world.robokassa.get<Exchange[]>(`/_journal?kind=result&inv_id=${invoice_id}`)
  expect(calls).toMatchObject([{ status: 200, answer: `OK${invoice_id}` }])
  return { author, title, listing_id, invoice_id }
}

/** Redis runs again. After the moderator's approval, the order must reach its subscribed freelancers. */
async function finishOrder(order: PaidOrder): Promise<void> {
  const { world, db, audience } = chaosWorld
  soldOrders.push(order)
  await approveOrder(world, order.title)
  expect(await waitUntilIdle(db)).toBe(true)
  expect(await auditMoney(world, db, { orders: soldOrders })).toEqual([])
  expect((await auditMail(world, db, { orders: soldOrders, audience, victim: 'redis' })).violations).toEqual(
    [],
  )
}

test('without Redis people log in, read, create and pay; when it is back, all flows on', async () => {
  const { world } = chaosWorld
  await world.kill('redis')
  await expect.poll(() => readHealth(world)).toEqual({ live: true, ready: true, room: true, redis: false })
  const order = await sellOneOrder('Заказ без очередей.')
  await world.restart('redis')
  await finishOrder(order)
}, 400_000)

test('a Redis that hangs is as good as one that is away', async () => {
  const { world } = chaosWorld
  const redis = new Redis(world.env.REDIS_URL ?? '')
  await redis.client('PAUSE', 8000, 'ALL')
  redis.disconnect()
  await expect.poll(() => readHealth(world), { timeout: 3000 }).toMatchObject({ ready: true, redis: false })
  await finishOrder(await sellOneOrder('Заказ при застывшем Redis.'))
}, 400_000)
