import { expect, test } from 'vitest'
import type { ClaimedDelivery } from '#services/notifications/outbox/claims.ts'
import { type Outcome, recordOutcome } from '#services/notifications/outbox/outcome.ts'
import {
  author,
  claimBatch,
  group,
  prepareClaimTests,
  type QueueOptions,
  queueMessage,
  row,
  setSecondsPassed,
  setup,
  startMs,
  timeText,
} from './claim-scenes.ts'

/** After a sender has tried to send a claimed message, it records the outcome. */

prepareClaimTests()

async function claimDelivery(options: QueueOptions = {}): Promise<ClaimedDelivery & { key: string }> {
  const key = await queueMessage(options)
  const [one] = await claimBatch()
  if (!one) throw new Error('nothing was claimed')
  return { ...one, key }
}
const recordTry = (delivery: ClaimedDelivery, outcome: Outcome, followUp?: () => Promise<void>) =>
  recordOutcome(setup.ctx, delivery, outcome, {
    resend_ms: 60_000,
    ...(followUp && { afterwards: followUp }),
  })
const messageSent = { text: 'Новость', language: 'ru' } as const

test('a message that was sent says where, and what follows happens once', async () => {
  let times = 0
  const countFollowUp = async () => void times++
  const delivery = await claimDelivery()
  const outcome = {
    state: 'sent',
    place: { chat_id: 5, message_id: 7 },
    isEdit: false,
    drawn: null,
    sentText: messageSent,
  } as const
  await recordTry(delivery, outcome, countFollowUp)
  await recordTry(delivery, outcome, countFollowUp)
  expect(times).toBe(1)
  expect(await row(delivery.key)).toMatchObject({
    state: 'sent',
    chat_id: 5,
    message_id: 7,
    lease_until: null,
  })
  expect(Date.parse((await row(delivery.key)).sent_at ?? '')).toBe(startMs)
  const plainDelivery = await claimDelivery()
  await recordTry(plainDelivery, outcome)
  await recordTry(plainDelivery, { state: 'failed', error: 'late' })
  expect(await row(plainDelivery.key)).toMatchObject({ state: 'sent', error: null })
})

test('nothing follows a message that was not sent', async () => {
  let times = 0
  const delivery = await claimDelivery()
  await recordTry(delivery, { state: 'failed', error: 'muted' }, async () => void times++)
  expect(times).toBe(0)
})

test('a try that did not count is not counted; the wait is from now', async () => {
  const delivery = await claimDelivery()
  setSecondsPassed(2)
  await recordTry(delivery, { state: 'pending', wait_ms: 3000, error: 'rate limited', untried: true })
  expect(await row(delivery.key)).toMatchObject({ state: 'pending', attempts: 0, error: 'rate limited' })
  expect(Date.parse((await row(delivery.key)).next_at)).toBe(Date.parse(timeText(5)))
  setSecondsPassed(5)
  const [reclaimed] = await claimBatch()
  await recordTry(reclaimed as ClaimedDelivery, { state: 'pending', wait_ms: 1000, error: '502' })
  expect(await row(delivery.key)).toMatchObject({ state: 'pending', attempts: 1, error: '502' })
})

test('without an answer a transactional message has one more chance, also when it has to wait for it', async () => {
  const delivery = await claimDelivery()
  await recordTry(delivery, { state: 'unknown', error: 'timeout' })
  expect(await row(delivery.key)).toMatchObject({ state: 'pending', error: 'no_answer' })
  expect(Date.parse((await row(delivery.key)).next_at)).toBe(Date.parse(timeText(60)))
  setSecondsPassed(60)
  const [second] = await claimBatch()
  await recordTry(second as ClaimedDelivery, { state: 'pending', wait_ms: 1000, error: '429' })
  expect((await row(delivery.key)).error).toBe('no_answer')
  setSecondsPassed(61)
  const [thirdClaim] = await claimBatch()
  await recordTry(thirdClaim as ClaimedDelivery, { state: 'unknown', error: 'timeout' })
  expect(await row(delivery.key)).toMatchObject({ state: 'unknown', error: 'timeout' })
  const bulkDelivery = await claimDelivery({ lane: 'bulk' })
  await recordTry(bulkDelivery, { state: 'unknown', error: 'timeout' })
  expect((await row(bulkDelivery.key)).state).toBe('unknown')
})

test('who cannot be reached is marked with the first moment of it, and only they', async () => {
  const { db } = setup.ctx
  const readMark = async (id: number | null) => {
    const query = db
      .selectFrom('users')
      .select('notify_blocked_at')
      .where('id', '=', id ?? 0)
    return (await query.executeTakeFirstOrThrow()).notify_blocked_at
  }
  const delivery = await claimDelivery()
  await recordTry(delivery, { state: 'failed', error: '400 text is empty', unreachable: false })
  expect(await readMark(delivery.user_id)).toBeNull()
  for (const seconds of [0, 60]) {
    const nextDelivery = await claimDelivery({ to: { user_id: delivery.user_id ?? 0 } })
    setSecondsPassed(seconds)
    await recordTry(nextDelivery, { state: 'failed', error: '403 Forbidden', unreachable: true })
  }
  expect(Date.parse((await readMark(delivery.user_id)) ?? '')).toBe(startMs)
  expect(await readMark(author)).toBeNull()
  const groupDelivery = await claimDelivery({ to: { chat_id: group } })
  await recordTry(groupDelivery, { state: 'failed', error: '403 kicked', unreachable: true })
  expect((await row(groupDelivery.key)).state).toBe('failed')
})
