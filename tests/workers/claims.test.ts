import { expect, test } from 'vitest'
import { listen } from '#db/index.ts'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import { claimDeliveries, untilNextDelivery } from '#services/notifications/outbox/claims.ts'
import { deliveriesChannel, recoverDeliveries, renewLeases } from '#services/notifications/outbox/queue.ts'
import {
  author,
  changeDelivery,
  claimBatch,
  claimKeys,
  group,
  insertReader,
  keysOf,
  prepareClaimTests,
  queueMessage,
  row,
  setSecondsPassed,
  setup,
  timeText,
} from './claim-scenes.ts'
import { insertOrder } from './setup.ts'

/**
 * Senders claim messages that are due. Tests the order of the claim, the reader's settings in it, and how long it
 * lasts.
 */

prepareClaimTests()

test('what is due is taken, the longest due first, each once', async () => {
  const [youngKey, oldKey, laterKey] = [await queueMessage(), await queueMessage(), await queueMessage()]
  await changeDelivery(oldKey, { next_at: timeText(-60) })
  await changeDelivery(laterKey, { next_at: timeText(1) })
  expect(await claimKeys(1)).toEqual([oldKey])
  expect(await row(oldKey)).toMatchObject({ state: 'sending', attempts: 1 })
  expect(Date.parse((await row(oldKey)).lease_until ?? '')).toBe(Date.parse(timeText(5)))
  expect(await claimKeys()).toEqual([youngKey])
  expect(await claimKeys()).toEqual([])
  setSecondsPassed(1)
  expect(await claimKeys()).toEqual([laterKey])
})

test('bulk messages take what transactional ones leave, and no more than their own share', async () => {
  const urgentDeliveries = [await queueMessage(), await queueMessage()]
  const bulkDeliveries = [
    await queueMessage({ lane: 'bulk' }),
    await queueMessage({ lane: 'bulk' }),
    await queueMessage({ lane: 'bulk' }),
  ]
  for (const [index, key] of [...bulkDeliveries, ...urgentDeliveries].entries())
    await changeDelivery(key, { next_at: timeText(index - 10) })
  expect((await claimKeys(3, 3)).toSorted()).toEqual([...urgentDeliveries, bulkDeliveries[0]].toSorted())
  expect(await claimKeys(5, 1)).toEqual([bulkDeliveries[1]])
  expect(await claimKeys(5, -1)).toEqual([])
})

test('two who ask at once get different messages and do not wait for each other', async () => {
  const keys = [await queueMessage(), await queueMessage()]
  const first = await setup.ctx.db.transaction().execute(async (tx) => {
    const ownClaim = await claimDeliveries(tx, {
      limit: 1,
      bulk: 0,
      now: timeText(0),
      lease_until: timeText(5),
    })
    return [...ownClaim, ...(await claimBatch())]
  })
  expect((await keysOf(first)).toSorted()).toEqual(keys.toSorted())
})

test('a person who is being told something waits with the rest; others do not', async () => {
  const [firstReader, secondReader] = [await insertReader(), await insertReader()]
  const to = { user_id: firstReader }
  const [first, second] = [await queueMessage({ to }), await queueMessage({ to })]
  expect(await claimKeys(1)).toEqual([first])
  const thirdKey = await queueMessage({ to: { user_id: secondReader } })
  expect(await claimKeys()).toEqual([thirdKey])
  await changeDelivery(first, { state: 'sent' })
  expect(await claimKeys()).toEqual([second])
})

test('a group is told one thing at a time: what is urgent first, then what is older', async () => {
  const [to, otherChat] = [{ chat_id: group }, { chat_id: group - 1 }]
  const slowKey = await queueMessage({ to, priority: 3 })
  const [first, second] = [await queueMessage({ to, priority: 1 }), await queueMessage({ to, priority: 1 })]
  const otherChatKey = await queueMessage({ to: otherChat, priority: 2 })
  expect((await claimKeys()).toSorted()).toEqual([first, otherChatKey].toSorted())
  expect(await claimKeys()).toEqual([])
  await changeDelivery(first, { state: 'sent' })
  // If Telegram refuses a message for a short time, later messages to the same chat wait for it. If it refuses for
  // longer, later messages are sent first.
  await changeDelivery(second, { next_at: timeText(10) })
  expect(await claimKeys()).toEqual([])
  await changeDelivery(second, { next_at: timeText(10.5) })
  expect(await claimKeys()).toEqual([slowKey])
})

test('a claim knows the wishes of the reader and what came lately', async () => {
  const { db } = setup.ctx
  const reader = await insertReader()
  const to = { user_id: reader }
  const quietColumns = { quiet_from: 60, quiet_to: 120, time_zone: 'Asia/Omsk', muted_kinds: ['new_order'] }
  await db
    .updateTable('users')
    .set({ ...quietColumns, is_notify_hot_orders: false })
    .where('id', '=', reader)
    .execute()
  const claimedWith = async (columns: Record<string, unknown>) => {
    const key = await queueMessage({ to, lane: 'bulk' })
    await changeDelivery(key, { state: 'sent', sent_at: timeText(-60), ...columns })
  }
  await claimedWith({})
  await claimedWith({ state: 'unknown', sent_at: null, next_at: timeText(-3599) })
  await claimedWith({ sent_at: timeText(-3600) })
  await claimedWith({ sent_at: timeText(-86_399), created_at: timeText(-2 * 86_400) })
  for (const uncountedFields of [
    { sent_at: timeText(-86_400) },
    { created_at: timeText(-3 * 86_400) },
    { lane: 'transactional' },
    { state: 'failed' },
    { user_id: await insertReader() },
  ])
    await claimedWith(uncountedFields)
  const digest = await queueMessage({ to, lane: 'bulk' })
  await changeDelivery(digest, { state: 'sent', sent_at: timeText(-60) })
  await claimedWith({ digest_id: (await row(digest)).id })
  await queueMessage({ to, lane: 'bulk' })
  const [claimedDelivery] = await claimBatch()
  expect(claimedDelivery).toMatchObject({ ...quietColumns, switched_off: ['is_notify_hot_orders'] })
  expect(claimedDelivery).toMatchObject({
    user_id: reader,
    lane: 'bulk',
    ui_language: 'ru',
    payload: {},
    attempts: 1,
  })
  expect([Number(claimedDelivery?.bulk_hour), Number(claimedDelivery?.bulk_day)]).toEqual([3, 5])
  // Messages to other people and the settings of other people do not affect this reader's counts.
  await queueMessage({ to: { user_id: await insertReader() } })
  const otherSettings = { is_notify_new_order: false, is_notify_new_messages: false }
  await db.updateTable('users').set(otherSettings).where('id', '<>', reader).execute()
  const [urgent] = await claimBatch()
  expect(urgent).toMatchObject({ switched_off: ['is_notify_new_order', 'is_notify_new_messages'] })
  await db.updateTable('users').set({ is_notify_new_order: true, is_notify_new_messages: true }).execute()
})

test('a claim knows whether the group of the staff takes messages at the moment', async () => {
  const { db } = setup.ctx
  const silenceSince = async (silent_since: string | null) => {
    const silence = { silent_since, silent_reason: silent_since === null ? null : ('removed' as const) }
    await db.deleteFrom('staff_chats').where('chat_id', '=', group).execute()
    await db
      .insertInto('staff_chats')
      .values({ chat_id: group, language: 'ru', updated_at: timeText(0), ...silence })
      .execute()
    await db.deleteFrom('deliveries').execute()
    await queueMessage({ to: { chat_id: group } })
    return (await claimBatch()).map(({ is_chat_silent }) => is_chat_silent)
  }
  expect(await silenceSince(null)).toEqual([false])
  expect(await silenceSince(timeText(-60))).toEqual([true])
  await db.deleteFrom('staff_chats').where('chat_id', '=', group).execute()
})

test('the sender rests until the next message, at most a second', async () => {
  const msUntilNext = () => untilNextDelivery(setup.ctx.db, setup.ctx.now(), 1000)
  expect(await msUntilNext()).toBe(1000)
  const [soonKey, lateKey] = [await queueMessage(), await queueMessage()]
  await changeDelivery(soonKey, { next_at: timeText(0.3) })
  await changeDelivery(lateKey, { next_at: timeText(60) })
  expect(await msUntilNext()).toBe(300)
  await changeDelivery(soonKey, { state: 'sent' })
  expect(await msUntilNext()).toBe(1000)
  // This message is due, but no sender may claim it while another message to the same chat is being sent.
  await changeDelivery(lateKey, { next_at: timeText(0) })
  expect(await msUntilNext()).toBe(1000)
})

test('the sender is woken once by a new message, not by the same one, and once by an audience', async () => {
  const { ctx } = setup
  let notifications = 0
  const stopListening = listen(
    ctx.config.DATABASE_DIRECT_URL ?? ctx.config.DATABASE_URL,
    deliveriesChannel,
    () => notifications++,
  )
  try {
    await expect.poll(() => notifications).toBe(1)
    const dedupe_key = await queueMessage()
    await expect.poll(() => notifications).toBe(2)
    await queueMessage({ dedupe_key })
    const listing_id = await insertOrder(setup, author)
    await ctx.db.transaction().execute((tx) => queueNewOrder(ctx, tx, listing_id))
    await expect.poll(() => notifications).toBe(3)
    await queueMessage()
    await expect.poll(() => notifications).toBe(4)
  } finally {
    await stopListening()
  }
})

test('a lease is renewed for what is on its way; one that ran out is taken over while tries are left', async () => {
  const { db } = setup.ctx
  const [aliveKey, deadKey, tiredKey, bulk] = [
    await queueMessage(),
    await queueMessage(),
    await queueMessage(),
    await queueMessage({ lane: 'bulk' }),
  ]
  await claimBatch()
  await changeDelivery(tiredKey, { attempts: 30 })
  await changeDelivery(deadKey, { attempts: 29 })
  const sentKey = await queueMessage()
  await changeDelivery(sentKey, { state: 'sent' })
  await renewLeases(db, [(await row(aliveKey)).id, (await row(sentKey)).id], timeText(9))
  await renewLeases(db, [], timeText(99))
  expect((await row(sentKey)).lease_until).toBeNull()
  expect(await recoverDeliveries(db, { now: timeText(5), attempts: 30 })).toBe(0)
  expect(await recoverDeliveries(db, { now: timeText(6), attempts: 30 })).toBe(3)
  expect(await row(aliveKey)).toMatchObject({ state: 'sending', error: null })
  expect(await row(deadKey)).toMatchObject({ state: 'pending', lease_until: null, error: 'the sender died' })
  expect(Date.parse((await row(deadKey)).next_at)).toBe(Date.parse(timeText(6)))
  for (const key of [tiredKey, bulk]) expect((await row(key)).state).toBe('unknown')
})
