import { afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { timing } from '#workers/engine/timing.ts'
import { openDeliveryTest } from './mail.ts'
import { contextWith, insertPerson } from './setup.ts'

let mail: Awaited<ReturnType<typeof openDeliveryTest>>

beforeAll(async () => {
  mail = await openDeliveryTest()
})
afterEach(() => mail.reset())

test('who blocked the bot is marked and gets no further message', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.setup.telegram.post(`/users/${reader.telegram_id}/block`)
  mail.startSending()
  const failedDelivery = await mail.inState(await mail.queueNotice(reader), 'failed')
  expect(failedDelivery.error).toMatch(/^403 Forbidden/)
  const { notify_blocked_at } = await mail.setup.ctx.db
    .selectFrom('users')
    .select('notify_blocked_at')
    .where('id', '=', reader.id)
    .executeTakeFirstOrThrow()
  expect(notify_blocked_at).not.toBeNull()
  expect((await mail.inState(await mail.queueNotice(reader), 'failed')).error).toBe('unreachable')
})

test('a chat that Telegram does not know marks the person as well', async () => {
  const unregisteredPerson = await insertPerson(mail.setup, { in_telegram: false })
  mail.startSending()
  expect((await mail.inState(await mail.queueNotice(unregisteredPerson), 'failed')).error).toMatch(
    /chat not found/,
  )
  expect((await mail.inState(await mail.queueNotice(unregisteredPerson), 'failed')).error).toBe('unreachable')
})

test('429 silences everybody for the time Telegram names, then the message arrives once', async () => {
  const [limitedPerson, otherPerson] = [await insertPerson(mail.setup), await insertPerson(mail.setup)]
  await mail.failSending(limitedPerson, { retry_after: 1 })
  mail.startSending()
  const key = await mail.queueNotice(limitedPerson)
  await eventually(async () => (await mail.row(key)).error?.startsWith('429'))
  const silentUntil = Date.now() + 700
  const laterMessage = await mail.inState(await mail.queueNotice(otherPerson), 'sent')
  expect(Date.parse(laterMessage.sent_at ?? '')).toBeGreaterThan(silentUntil)
  expect((await mail.inState(key, 'sent')).attempts).toBe(1)
  expect(await mail.readReceived(limitedPerson)).toHaveLength(1)
})

test('trouble of the server is tried again', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { error_code: 502, description: 'Bad Gateway' })
  mail.startSending()
  const key = await mail.queueNotice(reader)
  expect(await mail.inState(key, 'sent')).toMatchObject({ attempts: 2 })
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('a bulk message without an answer stays unknown and never comes twice', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { drop: 'after' })
  mail.startSending()
  await mail.inState(await mail.queueNotice(reader, 'bulk'), 'unknown')
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('an answer that breaks off in its midst may have come: a bulk message stays unknown', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { drop: 'middle' })
  mail.startSending()
  await mail.inState(await mail.queueNotice(reader, 'bulk'), 'unknown')
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('a transactional message without an answer is sent once more a minute later', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { drop: 'before' })
  mail.startSending()
  const key = await mail.queueNotice(reader)
  const { next_at } = await eventually(async () => {
    const delivery = await mail.row(key)
    return delivery.error === 'no_answer' && delivery
  })
  expect(Date.parse(next_at) - Date.now()).toBeGreaterThan(55_000)
  await mail.hurry(key)
  await mail.inState(key, 'sent')
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('a transactional message without an answer twice stays unknown', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { drop: 'after', times: 2 })
  mail.startSending()
  const key = await mail.queueNotice(reader)
  await eventually(async () => (await mail.row(key)).error === 'no_answer')
  await mail.hurry(key)
  await mail.inState(key, 'unknown')
  expect(await mail.readReceived(reader)).toHaveLength(2)
})

test('a refused connection costs nothing: the message waits and arrives once', async () => {
  const reader = await insertPerson(mail.setup)
  mail.startSending(contextWith(mail.setup.ctx, { BOT_API_ROOT: 'http://127.0.0.1:9' }))
  const key = await mail.queueNotice(reader, 'bulk')
  await eventually(async () => (await mail.row(key)).error?.includes('ECONNREFUSED'))
  await mail.stopSending()
  mail.startSending()
  await mail.inState(key, 'sent')
  expect(await mail.readReceived(reader)).toHaveLength(1)
})

test('after a sender died, a transactional message is sent again and a bulk one is not', async () => {
  const [first, second] = [await insertPerson(mail.setup), await insertPerson(mail.setup)]
  const [transactional, bulk] = [await mail.queueNotice(first), await mail.queueNotice(second, 'bulk')]
  await mail.setup.ctx.db
    .updateTable('deliveries')
    .set({ state: 'sending', attempts: 1, lease_until: new Date(Date.now() - 1000).toISOString() })
    .where('dedupe_key', 'in', [transactional, bulk])
    .execute()
  mail.startSending()
  await mail.inState(transactional, 'sent')
  await mail.inState(bulk, 'unknown')
  expect(await mail.readReceived(second)).toHaveLength(0)
})

test('a message that takes longer than the lease stays with its living sender', async () => {
  const reader = await insertPerson(mail.setup)
  await mail.failSending(reader, { delay_ms: timing.delivery.lease + 1500 })
  mail.startSending()
  mail.startSending(contextWith(mail.setup.ctx, {}))
  const key = await mail.queueNotice(reader)
  await eventually(async () => (await mail.row(key)).state === 'sending')
  expect(await mail.inState(key, 'sent')).toMatchObject({ attempts: 1 })
  expect(await mail.readReceived(reader)).toHaveLength(1)
})
