import { beforeAll, beforeEach, expect, test } from 'vitest'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { setMuted } from '#services/notifications/delivery-rules.ts'
import { eventually } from '#tests/support/eventually.ts'
import { placeRows } from '#tests/support/placing.ts'
import { everyMessage } from '#workers/every-message.ts'
import { startTelegramDelivery } from '#workers/telegram-delivery.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

type Reader = Awaited<ReturnType<typeof insertPerson>>
type Sent = { text: string; disable_notification?: boolean }

let setup: WorkerSetup
let author: Reader
/** The sender's clock. */
let moment: Date
const [noon, midnight, morning] = ['2026-03-02T09:00:00Z', '2026-03-02T21:00:00Z', '2026-03-03T07:00:00Z']
const night = { quiet_from: 22 * 60, quiet_to: 9 * 60 }

beforeAll(async () => {
  setup = await setUpWorkers()
  await setup.telegram.post('/limits', { enabled: false })
  author = await insertPerson(setup)
  setup.ctx.now = () => moment
})
beforeEach(() => {
  moment = new Date(noon)
})

async function reader(columns: Record<string, unknown> = {}): Promise<Reader> {
  const one = await insertPerson(setup)
  if (Object.keys(columns).length > 0)
    await setup.ctx.db.updateTable('users').set(columns).where('id', '=', one.id).execute()
  return one
}

async function announce({ id }: Reader, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 1; index <= count; index++) {
    const listing_id = await insertOrder(setup, author.id, { title: `Заказ <${index}>` })
    const news = { kind: 'new_order', payload: { listing_id, why: 'category' }, lane: 'bulk' } as const
    const dedupe_key = `new_order:${listing_id}:${id}`
    await setup.ctx.db
      .transaction()
      .execute((tx) => queueDelivery(setup.ctx, tx, { ...news, to: { user_id: id }, dedupe_key }))
    ids.push(listing_id)
  }
  return ids
}

/** Sends everything that is due at the moment, and a little later what had to be tried again. */
async function send(at: string): Promise<void> {
  moment = new Date(at)
  const config = { ...setup.ctx.config, TELEGRAM_RATE_SCALE: 100 }
  const sender = startTelegramDelivery({ ...setup.ctx, config }, everyMessage)
  await eventually(async () => {
    const open = await setup.ctx.db
      .selectFrom('deliveries')
      .select('next_at')
      .where('state', 'in', ['pending', 'sending'])
      .where('next_at', '<=', new Date(Date.parse(at) + 30_000).toISOString())
      .orderBy('next_at')
      .execute()
    moment = new Date(Math.max(moment.getTime(), Date.parse(open[0]?.next_at ?? at)))
    return open.length === 0
  })
  await sender.stop()
}

async function received({ telegram_id }: Reader): Promise<Sent[]> {
  const calls = await setup.telegram.get<{ params: Sent }[]>(
    `/calls?method=sendMessage&chat_id=${telegram_id}`,
  )
  return calls.map(({ params }) => params)
}

function states({ id }: Reader) {
  return setup.ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'state', 'next_at', 'error'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('kind', 'desc')
    .execute()
}

test('orders of the night come together at ten; what cannot wait comes at once without a sound', async () => {
  const sleeper = await reader(night)
  await send(midnight)
  const [first = 0] = await announce(sleeper, 3)
  const chosen = { kind: 'listing_published', payload: { listing_id: first } } as const
  await setup.ctx.db
    .transaction()
    .execute((tx) =>
      queueDelivery(setup.ctx, tx, { ...chosen, to: { user_id: sleeper.id }, dedupe_key: 'chosen' }),
    )
  await send(midnight)
  expect(await received(sleeper)).toMatchObject([{ disable_notification: true }])
  expect((await states(sleeper)).filter(({ state }) => state === 'held')).toHaveLength(3)
  await placeRows(setup.owner, 'listings', { id: first }, { status: 'archived' })
  await send('2026-03-03T06:59:00Z')
  expect(await received(sleeper)).toHaveLength(1)
  await send(morning)
  const [, digest] = await received(sleeper)
  expect(digest?.disable_notification).toBeUndefined()
  expect(digest?.text).toContain('Новые заказы и вакансии для вас: 2\n\n• <a href="https://t.me/')
  expect(digest?.text).toContain('Заказ &lt;3&gt;')
  expect(digest?.text).not.toContain('Заказ &lt;1&gt;')
  expect((await states(sleeper)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent', 'sent'])
})

/** Listings of which somebody was told one by one, and those that a digest keeps. */
async function fates({ id }: Reader) {
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['payload', 'digest_id', 'state'])
    .where('user_id', '=', id)
    .where('kind', '=', 'new_order')
    .execute()
  const of = (isHeld: boolean) =>
    rows
      .filter(({ digest_id }) => (digest_id !== null) === isHeld)
      .map(({ payload }) => Number(payload.listing_id))
  return { alone: of(false), held: of(true), states: new Set(rows.map(({ state }) => state)) }
}

test('six an hour and thirty a day arrive one by one, everything above in one digest', {
  retry: 6,
}, async () => {
  const keen = await reader()
  const hours = [await announce(keen, 5)]
  await send(noon)
  expect(await received(keen)).toHaveLength(5)
  // More than an hour apart, because what waits for Telegram's rate is sent some seconds later.
  for (const time of ['10:05', '11:10', '12:15', '13:20', '14:25']) {
    moment = new Date(`2026-03-02T${time}:00Z`)
    hours.push(await announce(keen, time === '14:25' ? 10 : 7))
    await send(`2026-03-02T${time}:00Z`)
  }
  expect(await received(keen)).toHaveLength(30)
  const { alone, held } = await fates(keen)
  const countIn = (ids: number[]) => hours.map((hour) => hour.filter((id) => ids.includes(id)).length)
  expect(countIn(alone)).toEqual([5, 6, 6, 6, 6, 1])
  expect(countIn(held)).toEqual([0, 1, 1, 1, 1, 9])
  await send(morning)
  const digest = (await received(keen)).at(-1)
  expect(digest?.text).toContain('Новые заказы и вакансии для вас: 13')
  expect(digest?.text).toContain('И ещё 3 в ленте')
  const told = [...(digest?.text ?? '').matchAll(/orderId_(\d+)/g)].map(([, id]) => Number(id))
  expect(told).toEqual(held.toSorted((a, b) => b - a).slice(0, 10))
  expect((await fates(keen)).states).toEqual(new Set(['sent']))
  // The day's limit counts messages, not what a digest told.
  moment = new Date('2026-03-03T16:00:00Z')
  await announce(keen, 1)
  await send('2026-03-03T16:00:00Z')
  expect(await received(keen)).toHaveLength(32)
})

test('without an hour of rest the night changes nothing', async () => {
  const owl = await reader()
  await send(midnight)
  await announce(owl, 1)
  await send(midnight)
  expect(await received(owl)).toHaveLength(1)
  expect((await received(owl))[0]?.disable_notification).toBeUndefined()
})

test.each(['digest', 'new_order'] as const)('who muted %s meanwhile gets no digest of it', async (kind) => {
  const sleeper = await reader(night)
  await send(midnight)
  await announce(sleeper, 1)
  await send(midnight)
  await setMuted(setup.ctx, sleeper.id, kind, true)
  await send(morning)
  expect(await received(sleeper)).toEqual([])
  expect((await states(sleeper)).map(({ state }) => state)).toEqual(['failed', 'failed'])
})
