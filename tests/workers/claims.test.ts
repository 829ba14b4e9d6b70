import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '#db/index.ts'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  untilNextDelivery,
} from '#services/notifications/outbox/claims.ts'
import { type Outcome, recordOutcome } from '#services/notifications/outbox/outcome.ts'
import {
  deliveriesChannel,
  type NewDelivery,
  queueDelivery,
  recoverDeliveries,
  renewLeases,
} from '#services/notifications/outbox/queue.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Delivery rows without a sender: the claim, the reader's settings in it, and the recorded outcome. */

const start = Date.parse('2026-03-02T09:00:00Z')
const group = -1_001_000_000_009
let setup: WorkerSetup
let author: number
/** Seconds since `start`. */
let passed: number
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()

beforeAll(async () => {
  setup = await setUpWorkers()
  setup.ctx.now = () => new Date(start + passed * 1000)
  author = await somebody()
})
beforeEach(async () => {
  passed = 0
  await setup.ctx.db.deleteFrom('deliveries').execute()
})

async function somebody(): Promise<number> {
  return (await insertPerson(setup, { in_telegram: false })).id
}

type Wish = Partial<Pick<NewDelivery<'account_restored'>, 'lane' | 'priority' | 'to' | 'dedupe_key'>>

/**
 * Queues a message that is due now.
 * @returns its key
 */
async function tell(wish: Wish = {}): Promise<string> {
  const { to = { user_id: await somebody() }, dedupe_key = randomUUID(), ...how } = wish
  const news = { kind: 'account_restored', payload: {}, to, dedupe_key, ...how } as const
  await setup.ctx.db
    .transaction()
    .execute((tx) => queueDelivery(setup.ctx, tx, news as NewDelivery<'account_restored'>))
  return dedupe_key
}

const claim = (limit = 10, bulk = limit) =>
  claimDeliveries(setup.ctx.db, { limit, bulk, now: at(passed), lease_until: at(passed + 5) })

/** Keys of the claimed messages, in the order of the claim. */
async function keysOf(claimed: ClaimedDelivery[]): Promise<string[]> {
  const rows = await setup.ctx.db.selectFrom('deliveries').select(['id', 'dedupe_key']).execute()
  return claimed.map(({ id }) => rows.find((row) => row.id === id)?.dedupe_key ?? '')
}
const taken = async (limit?: number, bulk?: number) => keysOf(await claim(limit, bulk))

const change = (key: string, columns: Record<string, unknown>) =>
  setup.ctx.db
    .updateTable('deliveries')
    .set({ ...('state' in columns && { lease_until: null }), ...columns })
    .where('dedupe_key', '=', key)
    .execute()
const row = (key: string) =>
  setup.ctx.db.selectFrom('deliveries').selectAll().where('dedupe_key', '=', key).executeTakeFirstOrThrow()

test('what is due is taken, the longest due first, each once', async () => {
  const [young, old, later] = [await tell(), await tell(), await tell()]
  await change(old, { next_at: at(-60) })
  await change(later, { next_at: at(1) })
  expect(await taken(1)).toEqual([old])
  expect(await row(old)).toMatchObject({ state: 'sending', attempts: 1 })
  expect(Date.parse((await row(old)).lease_until ?? '')).toBe(Date.parse(at(5)))
  expect(await taken()).toEqual([young])
  expect(await taken()).toEqual([])
  passed = 1
  expect(await taken()).toEqual([later])
})

test('bulk messages take what transactional ones leave, and no more than their own share', async () => {
  const urgent = [await tell(), await tell()]
  const bulk = [await tell({ lane: 'bulk' }), await tell({ lane: 'bulk' }), await tell({ lane: 'bulk' })]
  for (const [index, key] of [...bulk, ...urgent].entries()) await change(key, { next_at: at(index - 10) })
  expect((await taken(3, 3)).toSorted()).toEqual([...urgent, bulk[0]].toSorted())
  expect(await taken(5, 1)).toEqual([bulk[1]])
  expect(await taken(5, -1)).toEqual([])
})

test('two who ask at once get different messages and do not wait for each other', async () => {
  const keys = [await tell(), await tell()]
  const first = await setup.ctx.db.transaction().execute(async (tx) => {
    const own = await claimDeliveries(tx, { limit: 1, bulk: 0, now: at(0), lease_until: at(5) })
    return [...own, ...(await claim())]
  })
  expect((await keysOf(first)).toSorted()).toEqual(keys.toSorted())
})

test('a person who is being told something waits with the rest; others do not', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const to = { user_id: one }
  const [first, second] = [await tell({ to }), await tell({ to })]
  expect(await taken(1)).toEqual([first])
  const third = await tell({ to: { user_id: other } })
  expect(await taken()).toEqual([third])
  await change(first, { state: 'sent' })
  expect(await taken()).toEqual([second])
})

test('a group is told one thing at a time: what is urgent first, then what is older', async () => {
  const [to, elsewhere] = [{ chat_id: group }, { chat_id: group - 1 }]
  const slow = await tell({ to, priority: 3 })
  const [first, second] = [await tell({ to, priority: 1 }), await tell({ to, priority: 1 })]
  const foreign = await tell({ to: elsewhere, priority: 2 })
  expect((await taken()).toSorted()).toEqual([first, foreign].toSorted())
  expect(await taken()).toEqual([])
  await change(first, { state: 'sent' })
  // A short refusal keeps the message's place in its chat; a long one lets later messages pass.
  await change(second, { next_at: at(10) })
  expect(await taken()).toEqual([])
  await change(second, { next_at: at(10.5) })
  expect(await taken()).toEqual([slow])
})

test('a claim knows the wishes of the reader and what came lately', async () => {
  const { db } = setup.ctx
  const reader = await somebody()
  const to = { user_id: reader }
  const wishes = { quiet_from: 60, quiet_to: 120, time_zone: 'Asia/Omsk', muted_kinds: ['new_order'] }
  await db
    .updateTable('users')
    .set({ ...wishes, is_notify_hot_orders: false })
    .where('id', '=', reader)
    .execute()
  const past = async (columns: Record<string, unknown>) => {
    const key = await tell({ to, lane: 'bulk' })
    await change(key, { state: 'sent', sent_at: at(-60), ...columns })
  }
  await past({})
  await past({ state: 'unknown', sent_at: null, next_at: at(-3599) })
  await past({ sent_at: at(-3600) })
  await past({ sent_at: at(-86_399), created_at: at(-2 * 86_400) })
  for (const uncounted of [
    { sent_at: at(-86_400) },
    { created_at: at(-3 * 86_400) },
    { lane: 'transactional' },
    { state: 'failed' },
    { user_id: await somebody() },
  ])
    await past(uncounted)
  const digest = await tell({ to, lane: 'bulk' })
  await change(digest, { state: 'sent', sent_at: at(-60) })
  await past({ digest_id: (await row(digest)).id })
  await tell({ to, lane: 'bulk' })
  const [claimed] = await claim()
  expect(claimed).toMatchObject({ ...wishes, switched_off: ['is_notify_hot_orders'] })
  expect(claimed).toMatchObject({
    user_id: reader,
    lane: 'bulk',
    ui_language: 'ru',
    payload: {},
    attempts: 1,
  })
  expect([Number(claimed?.bulk_hour), Number(claimed?.bulk_day)]).toEqual([3, 5])
  // Other people's messages and settings do not count.
  await tell({ to: { user_id: await somebody() } })
  const others = { is_notify_new_order: false, is_notify_new_messages: false }
  await db.updateTable('users').set(others).where('id', '<>', reader).execute()
  const [urgent] = await claim()
  expect(urgent).toMatchObject({ switched_off: ['is_notify_new_order', 'is_notify_new_messages'] })
  await db.updateTable('users').set({ is_notify_new_order: true, is_notify_new_messages: true }).execute()
})

test('the sender rests until the next message, at most a second', async () => {
  const rest = () => untilNextDelivery(setup.ctx.db, setup.ctx.now(), 1000)
  expect(await rest()).toBe(1000)
  const [soon, late] = [await tell(), await tell()]
  await change(soon, { next_at: at(0.3) })
  await change(late, { next_at: at(60) })
  expect(await rest()).toBe(300)
  await change(soon, { state: 'sent' })
  expect(await rest()).toBe(1000)
  // Due but not claimed, because its chat is busy.
  await change(late, { next_at: at(0) })
  expect(await rest()).toBe(1000)
})

test('the sender is woken once by a new message, not by the same one, and once by an audience', async () => {
  const { ctx } = setup
  let heard = 0
  const stop = listen(
    ctx.config.DATABASE_DIRECT_URL ?? ctx.config.DATABASE_URL,
    deliveriesChannel,
    () => heard++,
  )
  try {
    await expect.poll(() => heard).toBe(1)
    const dedupe_key = await tell()
    await expect.poll(() => heard).toBe(2)
    await tell({ dedupe_key })
    const listing_id = await insertOrder(setup, author)
    await ctx.db.transaction().execute((tx) => queueNewOrder(ctx, tx, listing_id))
    await expect.poll(() => heard).toBe(3)
    await tell()
    await expect.poll(() => heard).toBe(4)
  } finally {
    await stop()
  }
})

test('a lease is renewed for what is on its way; one that ran out is taken over while tries are left', async () => {
  const { db } = setup.ctx
  const [alive, dead, tired, bulk] = [await tell(), await tell(), await tell(), await tell({ lane: 'bulk' })]
  await claim()
  await change(tired, { attempts: 30 })
  await change(dead, { attempts: 29 })
  const sent = await tell()
  await change(sent, { state: 'sent' })
  await renewLeases(db, [(await row(alive)).id, (await row(sent)).id], at(9))
  await renewLeases(db, [], at(99))
  expect((await row(sent)).lease_until).toBeNull()
  expect(await recoverDeliveries(db, { now: at(5), attempts: 30 })).toBe(0)
  expect(await recoverDeliveries(db, { now: at(6), attempts: 30 })).toBe(3)
  expect(await row(alive)).toMatchObject({ state: 'sending', error: null })
  expect(await row(dead)).toMatchObject({ state: 'pending', lease_until: null, error: 'the sender died' })
  expect(Date.parse((await row(dead)).next_at)).toBe(Date.parse(at(6)))
  for (const key of [tired, bulk]) expect((await row(key)).state).toBe('unknown')
})

async function claimed(wish: Wish = {}): Promise<ClaimedDelivery & { key: string }> {
  const key = await tell(wish)
  const [one] = await claim()
  if (!one) throw new Error('nothing was claimed')
  return { ...one, key }
}
const recordTry = (one: ClaimedDelivery, outcome: Outcome, afterwards?: () => Promise<void>) =>
  recordOutcome(setup.ctx, one, outcome, { resend_ms: 60_000, ...(afterwards && { afterwards }) })
const said = { text: 'Новость', language: 'ru' } as const

test('a message that was sent says where, and what follows happens once', async () => {
  let times = 0
  const follow = async () => void times++
  const one = await claimed()
  const outcome = { state: 'sent', place: { chat_id: 5, message_id: 7 }, said } as const
  await recordTry(one, outcome, follow)
  await recordTry(one, outcome, follow)
  expect(times).toBe(1)
  expect(await row(one.key)).toMatchObject({ state: 'sent', chat_id: 5, message_id: 7, lease_until: null })
  expect(Date.parse((await row(one.key)).sent_at ?? '')).toBe(start)
  const plain = await claimed()
  await recordTry(plain, outcome)
  await recordTry(plain, { state: 'failed', error: 'late' })
  expect(await row(plain.key)).toMatchObject({ state: 'sent', error: null })
})

test('nothing follows a message that was not sent', async () => {
  let times = 0
  const one = await claimed()
  await recordTry(one, { state: 'failed', error: 'muted' }, async () => void times++)
  expect(times).toBe(0)
})

test('a try that did not count is not counted; the wait is from now', async () => {
  const one = await claimed()
  passed = 2
  await recordTry(one, { state: 'pending', wait_ms: 3000, error: 'rate limited', untried: true })
  expect(await row(one.key)).toMatchObject({ state: 'pending', attempts: 0, error: 'rate limited' })
  expect(Date.parse((await row(one.key)).next_at)).toBe(Date.parse(at(5)))
  passed = 5
  const [again] = await claim()
  await recordTry(again as ClaimedDelivery, { state: 'pending', wait_ms: 1000, error: '502' })
  expect(await row(one.key)).toMatchObject({ state: 'pending', attempts: 1, error: '502' })
})

test('without an answer a transactional message has one more chance, also when it has to wait for it', async () => {
  const one = await claimed()
  await recordTry(one, { state: 'unknown', error: 'timeout' })
  expect(await row(one.key)).toMatchObject({ state: 'pending', error: 'no_answer' })
  expect(Date.parse((await row(one.key)).next_at)).toBe(Date.parse(at(60)))
  passed = 60
  const [second] = await claim()
  await recordTry(second as ClaimedDelivery, { state: 'pending', wait_ms: 1000, error: '429' })
  expect((await row(one.key)).error).toBe('no_answer')
  passed = 61
  const [third] = await claim()
  await recordTry(third as ClaimedDelivery, { state: 'unknown', error: 'timeout' })
  expect(await row(one.key)).toMatchObject({ state: 'unknown', error: 'timeout' })
  const bulk = await claimed({ lane: 'bulk' })
  await recordTry(bulk, { state: 'unknown', error: 'timeout' })
  expect((await row(bulk.key)).state).toBe('unknown')
})

test('who cannot be reached is marked with the first moment of it, and only they', async () => {
  const { db } = setup.ctx
  const marked = async (id: number | null) => {
    const query = db
      .selectFrom('users')
      .select('notify_blocked_at')
      .where('id', '=', id ?? 0)
    return (await query.executeTakeFirstOrThrow()).notify_blocked_at
  }
  const one = await claimed()
  await recordTry(one, { state: 'failed', error: '400 text is empty', unreachable: false })
  expect(await marked(one.user_id)).toBeNull()
  for (const seconds of [0, 60]) {
    const next = await claimed({ to: { user_id: one.user_id ?? 0 } })
    passed = seconds
    await recordTry(next, { state: 'failed', error: '403 Forbidden', unreachable: true })
  }
  expect(Date.parse((await marked(one.user_id)) ?? '')).toBe(start)
  expect(await marked(author)).toBeNull()
  const nobody = await claimed({ to: { chat_id: group } })
  await recordTry(nobody, { state: 'failed', error: '403 kicked', unreachable: true })
  expect((await row(nobody.key)).state).toBe('failed')
})
