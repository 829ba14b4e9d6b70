import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, launchOf, newClient } from './client.ts'
import { readHealth } from './fault.ts'
import { approve, newOrder } from './journey.ts'
import { auditLedger } from './ledger.ts'
import { auditMail } from './mail.ts'
import { type Arena, comesToRest, openArena } from './run.ts'

type Exchange = { status: number; answer: string }

const patience = 2000
let arena: Arena
let author: Client

beforeAll(async () => {
  arena = await openArena()
  author = await newClient(arena.world, 'Анна')
}, 60_000)
afterAll(() => arena?.stop())

/** One call, without a second try. @throws when no good answer comes in time */
async function answered<Answer>(path: string, authorization: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${arena.world.api}${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  })
  const text = await answer.text()
  expect(answer.status, `${path}: ${text}`).toBe(200)
  return JSON.parse(text) as Answer
}

test('without Redis people log in, read, create and pay; when it is back, all flows on', async () => {
  const { world, db, audience } = arena
  const { authorization, telegram_id } = author
  const title = 'Заказ без очередей.'
  await world.kill('redis')
  await expect.poll(() => readHealth(world)).toEqual({ live: true, ready: true, redis: false })

  await answered('/auth/login', await launchOf(world, telegram_id), {})
  await answered('/api/projects', authorization, {})
  const { id: listing_id } = await answered<{ id: number }>(
    '/api/projects/create',
    authorization,
    newOrder(title),
  )
  const { payment_url, invoice_id } = await answered<{ payment_url: string; invoice_id: number }>(
    '/pay/generate-payment-robokassa',
    authorization,
    { payment_type: 'project', project_id: listing_id },
  )
  const started = Date.now()
  await world.robokassa.post('/_control/pay', { payment_url })
  expect(Date.now() - started).toBeLessThan(patience)
  const calls = await world.robokassa.get<Exchange[]>(`/_journal?kind=result&inv_id=${invoice_id}`)
  expect(calls).toMatchObject([{ status: 200, answer: `OK${invoice_id}` }])

  await world.restart('redis')
  await approve(world, title)
  expect(await comesToRest(db)).toBe(true)
  const orders = [{ author, title, listing_id, invoice_id }]
  expect(await auditLedger(world, db, orders)).toEqual([])
  expect((await auditMail(world, db, { orders, audience, victim: 'redis' })).broken).toEqual([])
}, 60_000)
