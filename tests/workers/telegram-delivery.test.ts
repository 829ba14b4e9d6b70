import { afterEach, beforeAll, expect, test } from 'vitest'
import { openDeliveryTest } from './mail.ts'
import { contextWith, insertPerson } from './setup.ts'

let mail: Awaited<ReturnType<typeof openDeliveryTest>>

beforeAll(async () => {
  mail = await openDeliveryTest()
})
afterEach(() => mail.reset())

test('a message arrives in the words of the reader, with a button, and text of people stays text', async () => {
  mail.startSending()
  const key = await mail.queueNotice(mail.author)
  const { chat_id, message_id } = await mail.inState(key, 'sent')
  const [message] = await mail.readReceived(mail.author)
  expect(message).toMatchObject({
    message_id,
    text: expect.stringMatching(/^Заказ «Сайт <b>кофейни<\/b>» в\u00a0ленте\. Желаем хороших откликов!$/),
  })
  expect(chat_id).toBe(mail.author.telegram_id)
  expect(message?.reply_markup?.inline_keyboard[0]?.[0]?.web_app?.url).toBe(
    `${mail.setup.ctx.config.APP_ORIGIN}/?startapp=page_order___orderId_${mail.listing_id}`,
  )
})

test('the same fact told twice is one message', async () => {
  const reader = await insertPerson(mail.setup)
  const key = await mail.queueNotice(reader)
  await mail.queueNotice(reader, 'transactional', key)
  mail.startSending()
  await mail.inState(key, 'sent')
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('two senders beside each other send each message once', async () => {
  const readers = await Promise.all(Array.from({ length: 12 }, () => insertPerson(mail.setup)))
  const keys = await Promise.all(readers.map((reader) => mail.queueNotice(reader)))
  mail.startSending()
  mail.startSending()
  for (const key of keys) await mail.inState(key, 'sent')
  for (const reader of readers) expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('a transactional message overtakes a bulk audience', async () => {
  const readers = await Promise.all(Array.from({ length: 40 }, () => insertPerson(mail.setup)))
  const bulkNotices = await Promise.all(readers.map((reader) => mail.queueNotice(reader, 'bulk')))
  const urgentNotice = await mail.queueNotice(mail.author)
  mail.startSending()
  const { sent_at } = await mail.inState(urgentNotice, 'sent')
  for (const key of bulkNotices) await mail.inState(key, 'sent')
  const rowsBefore = await mail.setup.ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('dedupe_key', 'in', bulkNotices)
    .where('sent_at', '<', sent_at)
    .execute()
  expect(rowsBefore.length).toBeLessThan(10)
  expect(await mail.setup.telegram.get('/limits')).toMatchObject({ refused: 0 })
})

test('without Redis messages still go, more slowly', async () => {
  const readers = await Promise.all(Array.from({ length: 3 }, () => insertPerson(mail.setup)))
  const keys = await Promise.all(readers.map((reader) => mail.queueNotice(reader)))
  mail.startSending(contextWith(mail.setup.ctx, { REDIS_URL: 'redis://127.0.0.1:9' }))
  for (const key of keys) await mail.inState(key, 'sent')
})
