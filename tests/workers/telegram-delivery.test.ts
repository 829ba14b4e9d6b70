import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { DeliveryLane } from '#db/tables.ts'
import type { Context } from '#services/context.ts'
import { queueDelivery } from '#services/notifications/deliveries.ts'
import { messages } from '#services/notifications/messages.ts'
import { startTelegramDelivery } from '#workers/telegram-delivery.ts'
import { elsewhere, eventually, openStage, person, publishedOrder, type Stage } from './stage.ts'

type Person = Awaited<ReturnType<typeof person>>
type Message = {
  message_id: number
  text: string
  reply_markup?: { inline_keyboard: { web_app?: { url: string } }[][] }
}

const kinds = { ...messages, moderation_card: { compose: async () => null } }
let stage: Stage
let author: Person
let order: number
let sender: ReturnType<typeof startTelegramDelivery> | undefined

beforeAll(async () => {
  stage = await openStage()
  author = await person(stage)
  order = await publishedOrder(stage, author.id, { title: 'Сайт <b>кофейни</b>' })
})
afterEach(async () => {
  await sender?.stop()
  sender = undefined
  await stage.telegram.delete('/faults')
})

const send = (ctx: Context = stage.ctx) => {
  sender = startTelegramDelivery(ctx, kinds)
}

/** Queues the news that an order was published. @returns the key that finds its row */
async function tell(to: Person, lane: DeliveryLane = 'transactional'): Promise<string> {
  const dedupe_key = randomUUID()
  const payload = { listing_id: order }
  await stage.ctx.db.transaction().execute((tx) =>
    queueDelivery(stage.ctx, tx, {
      to: { user_id: to.id },
      kind: 'listing_published',
      payload,
      dedupe_key,
      lane,
    }),
  )
  return dedupe_key
}

function row(key: string) {
  return stage.ctx.db
    .selectFrom('deliveries')
    .select(['id', 'state', 'attempts', 'error', 'message_id', 'chat_id', 'next_at', 'sent_at'])
    .where('dedupe_key', '=', key)
    .executeTakeFirstOrThrow()
}

const inState = (key: string, state: string) =>
  eventually(async () => {
    const found = await row(key)
    return found.state === state && found
  })

async function received({ telegram_id }: Person): Promise<Message[]> {
  const all = await stage.telegram.get<(Message & { from?: { is_bot?: boolean } })[]>(
    `/messages?chat_id=${telegram_id}`,
  )
  return all.filter((message) => message.from?.is_bot)
}

async function fault(to: Person, change: Record<string, unknown>): Promise<void> {
  await stage.telegram.post('/faults', { method: 'sendMessage', match: String(to.telegram_id), ...change })
}

async function hurry(key: string): Promise<void> {
  const next_at = new Date().toISOString()
  await stage.ctx.db.updateTable('deliveries').set({ next_at }).where('dedupe_key', '=', key).execute()
  sender?.wake()
}

test('a message arrives in the words of the reader, with a button, and text of people stays text', async () => {
  send()
  const key = await tell(author)
  const { chat_id, message_id } = await inState(key, 'sent')
  const [message] = await received(author)
  expect(message).toMatchObject({
    message_id,
    text: 'Заказ «Сайт <b>кофейни</b>» в\u00a0ленте. Желаем хороших откликов!',
  })
  expect(chat_id).toBe(author.telegram_id)
  expect(message?.reply_markup?.inline_keyboard[0]?.[0]?.web_app?.url).toBe(
    `${stage.ctx.config.APP_ORIGIN}/?startapp=page_order___orderId_${order}`,
  )
})

test('the same fact told twice is one message', async () => {
  const reader = await person(stage)
  const wish = {
    to: { user_id: reader.id },
    kind: 'listing_published',
    payload: { listing_id: order },
  } as const
  const dedupe_key = randomUUID()
  for (let times = 0; times < 2; times++)
    await stage.ctx.db.transaction().execute((tx) => queueDelivery(stage.ctx, tx, { ...wish, dedupe_key }))
  send()
  await inState(dedupe_key, 'sent')
  expect(await received(reader)).toHaveLength(1)
})

test('two senders beside each other send each message once', async () => {
  const readers = await Promise.all(Array.from({ length: 12 }, () => person(stage)))
  const keys = await Promise.all(readers.map((reader) => tell(reader)))
  send()
  const second = startTelegramDelivery(stage.ctx, kinds)
  for (const key of keys) await inState(key, 'sent')
  await second.stop()
  for (const reader of readers) expect(await received(reader)).toHaveLength(1)
})

test('who blocked the bot is marked and gets no further message', async () => {
  const reader = await person(stage)
  await stage.telegram.post(`/users/${reader.telegram_id}/block`)
  send()
  const failed = await inState(await tell(reader), 'failed')
  expect(failed.error).toMatch(/^403 Forbidden/)
  const { notify_blocked_at } = await stage.ctx.db
    .selectFrom('users')
    .select('notify_blocked_at')
    .where('id', '=', reader.id)
    .executeTakeFirstOrThrow()
  expect(notify_blocked_at).not.toBeNull()
  expect((await inState(await tell(reader), 'failed')).error).toBe('unreachable')
})

test('a chat that Telegram does not know marks the person as well', async () => {
  const stranger = await person(stage, { in_telegram: false })
  send()
  expect((await inState(await tell(stranger), 'failed')).error).toMatch(/chat not found/)
  expect((await inState(await tell(stranger), 'failed')).error).toBe('unreachable')
})

test('429 silences everybody for the time Telegram names, then the message arrives once', async () => {
  const [asked, other] = [await person(stage), await person(stage)]
  await fault(asked, { retry_after: 1 })
  send()
  const key = await tell(asked)
  await eventually(async () => (await row(key)).error?.startsWith('429'))
  const silentUntil = Date.now() + 700
  const later = await inState(await tell(other), 'sent')
  expect(Date.parse(later.sent_at ?? '')).toBeGreaterThan(silentUntil)
  expect((await inState(key, 'sent')).attempts).toBe(1)
  expect(await received(asked)).toHaveLength(1)
})

test('trouble of the server is tried again', async () => {
  const reader = await person(stage)
  await fault(reader, { error_code: 502, description: 'Bad Gateway' })
  send()
  const key = await tell(reader)
  expect(await inState(key, 'sent')).toMatchObject({ attempts: 2 })
  expect(await received(reader)).toHaveLength(1)
})

test('a bulk message without an answer stays unknown and never comes twice', async () => {
  const reader = await person(stage)
  await fault(reader, { drop: 'after' })
  send()
  await inState(await tell(reader, 'bulk'), 'unknown')
  expect(await received(reader)).toHaveLength(1)
})

test('a transactional message without an answer is sent once more a minute later', async () => {
  const reader = await person(stage)
  await fault(reader, { drop: 'before' })
  send()
  const key = await tell(reader)
  const { next_at } = await eventually(async () => {
    const found = await row(key)
    return found.error === 'no_answer' && found
  })
  expect(Date.parse(next_at) - Date.now()).toBeGreaterThan(55_000)
  await hurry(key)
  await inState(key, 'sent')
  expect(await received(reader)).toHaveLength(1)
})

test('a transactional message without an answer twice stays unknown', async () => {
  const reader = await person(stage)
  await fault(reader, { drop: 'after', times: 2 })
  send()
  const key = await tell(reader)
  await eventually(async () => (await row(key)).error === 'no_answer')
  await hurry(key)
  await inState(key, 'unknown')
  expect(await received(reader)).toHaveLength(2)
})

test('a refused connection costs nothing: the message waits and arrives once', async () => {
  const reader = await person(stage)
  send(elsewhere(stage.ctx, { BOT_API_ROOT: 'http://127.0.0.1:9' }))
  const key = await tell(reader, 'bulk')
  await eventually(async () => (await row(key)).error?.includes('ECONNREFUSED'))
  await sender?.stop()
  send()
  await inState(key, 'sent')
  expect(await received(reader)).toHaveLength(1)
})

test('after a sender died, a transactional message is sent again and a bulk one is not', async () => {
  const [first, second] = [await person(stage), await person(stage)]
  const [transactional, bulk] = [await tell(first), await tell(second, 'bulk')]
  await stage.ctx.db
    .updateTable('deliveries')
    .set({ state: 'sending', attempts: 1, lease_until: new Date(Date.now() - 1000).toISOString() })
    .where('dedupe_key', 'in', [transactional, bulk])
    .execute()
  send()
  await inState(transactional, 'sent')
  await inState(bulk, 'unknown')
  expect(await received(second)).toHaveLength(0)
})

test('a transactional message overtakes a bulk audience', async () => {
  const readers = await Promise.all(Array.from({ length: 40 }, () => person(stage)))
  const bulk = await Promise.all(readers.map((reader) => tell(reader, 'bulk')))
  const urgent = await tell(author)
  send()
  const { sent_at } = await inState(urgent, 'sent')
  for (const key of bulk) await inState(key, 'sent')
  const before = await stage.ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('dedupe_key', 'in', bulk)
    .where('sent_at', '<', sent_at)
    .execute()
  expect(before.length).toBeLessThan(10)
})

test('without Redis messages still go, more slowly', async () => {
  const readers = await Promise.all(Array.from({ length: 3 }, () => person(stage)))
  const keys = await Promise.all(readers.map((reader) => tell(reader)))
  send(elsewhere(stage.ctx, { REDIS_URL: 'redis://127.0.0.1:9' }))
  for (const key of keys) await inState(key, 'sent')
})
