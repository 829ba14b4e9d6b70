import { beforeAll, expect, test } from 'vitest'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { receivePersonMessage } from '#services/support/actions.ts'
import { notifyLate } from '#services/support/schedule.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertPerson, setUpWorkers } from '#tests/workers/setup.ts'
import { buttonsOf, openSupport, wordsOf } from './support-desk.ts'
import { createAccount } from './telegram.ts'

/** A person sends many messages to support. Tests the view of the operators and the bot's replies to the person. */

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

/** Opens a support case with a first question and `times` further messages. */
async function openFloodedCase(times: number) {
  const anna = await desk.openPerson()
  const { case_id } = await anna.openCase('Не прошла оплата')
  for (let count = 1; count <= times; count++)
    await anna.sendMessage({ text: `Дополнение ${count} к ${case_id}` })
  const countForwarded = async () =>
    (await desk.readMessages(desk.ops)).map(wordsOf).filter((words) => words.includes(` к ${case_id}`)).length
  /** Waits until the case card reports this number of hidden messages. */
  const waitForCard = (heldCount: number) =>
    desk.waitForMessage(desk.ops, `Обращение ${case_id}, `, (message) => {
      const isShown = heldCount ? wordsOf(message).includes(`не показано сообщений: ${heldCount}`) : true
      return (
        isShown &&
        buttonsOf(message).includes('Человек') &&
        heldCount > 0 === /не показано/.test(wordsOf(message))
      )
    })
  return { anna, case_id, countPassed: countForwarded, waitForCard }
}

test('five messages pass one by one; more are counted on the card, and the person reads that each arrived', async () => {
  const { anna, case_id, countPassed, waitForCard } = await openFloodedCase(12)
  const cardWithHeld = await waitForCard(8)
  expect(buttonsOf(cardWithHeld)).toContain('Показать ещё (8)')
  expect(await countPassed()).toBe(4)
  await eventually(
    async () => (await desk.countMessages(anna.telegram_id, `Добавили к обращению ${case_id}.`)) === 12,
  )
  await notifyLate({ ...desk.setup.ctx, now: () => new Date(Date.now() + 600_000) }, 100)
  const lateDeliveries = desk.setup.ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', 'support_told')
  expect(await lateDeliveries.where('dedupe_key', 'like', 'support_told:late:%').execute()).toEqual([])
})

test('all of it can be read at the card, in its order, by the staff alone, and nobody is told twice', async () => {
  const { anna, case_id, countPassed, waitForCard } = await openFloodedCase(12)
  const otherOperator = await createAccount(desk.setup, { groups: ['ops'] })
  const cardWithHeld = await waitForCard(8)
  const refusal = await desk.pressButton(cardWithHeld, 'Показать ещё (8)', otherOperator.id)
  expect(refusal.answer?.text ?? '').not.toContain('Показываем')
  expect(await countPassed()).toBe(4)
  expect((await desk.pressButton(cardWithHeld, 'Показать ещё (8)')).answer?.text).toBe(
    `Показываем следующие сообщения обращения ${case_id}`,
  )
  const nextCard = await waitForCard(3)
  await eventually(async () => (await countPassed()) === 9)
  await desk.pressButton(nextCard, 'Показать ещё (3)')
  await eventually(async () => (await countPassed()) === 12)
  expect(buttonsOf(await waitForCard(0)).join()).not.toContain('Показать ещё')
  const order = (await desk.readMessages(desk.ops)).flatMap((one) => {
    const [, number] = new RegExp(`Дополнение (\\d+) к ${case_id}`).exec(wordsOf(one)) ?? []
    return number ? [Number(number)] : []
  })
  expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(await desk.countMessages(anna.telegram_id, `Добавили к обращению ${case_id}.`)).toBe(12)
})

test('an answer brings the next five by itself, and what is written after all were answered passes at once', async () => {
  const { anna, case_id, countPassed, waitForCard } = await openFloodedCase(9)
  await desk.answer(await waitForCard(5), { text: 'Смотрим' })
  await eventually(async () => (await countPassed()) === 9)
  await waitForCard(0)
  await desk.answer(await waitForCard(0), { text: 'Нашли' })
  await desk.waitForMessage(anna.telegram_id, 'Нашли')
  await anna.sendMessage({ text: `Спасибо, это к ${case_id}` })
  await eventually(async () => (await countPassed()) === 10)
})

test('closing and opening again lets nobody pass more', async () => {
  const { anna, case_id, countPassed, waitForCard } = await openFloodedCase(6)
  const receipt = await desk.waitForMessage(anna.telegram_id, 'Передали в поддержку')
  await waitForCard(2)
  await anna.tapButton(receipt, 'Вопрос решён')
  await anna.sendMessage({ text: `И ещё к ${case_id}` })
  await waitForCard(3)
  expect(await countPassed()).toBe(4)
})

test('an alarm goes before everything that people wrote, and a flood draws the card once', async () => {
  const setup = await setUpWorkers()
  const { ctx } = setup
  const { id, telegram_id } = await insertPerson(setup)
  for (let message_id = 1; message_id <= 40; message_id++)
    await receivePersonMessage(ctx, id, {
      chat_id: telegram_id,
      message_id,
      content: `Сообщение ${message_id}`,
    })
  const to = { chat_id: ctx.config.OPS_CHAT_ID }
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to,
      kind: 'payment_case',
      payload: { case_id: 1 },
      dedupe_key: 'payment_case:1',
      priority: 1,
    }),
  )
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to,
      kind: 'operations_alarm',
      payload: { alarm: 'outbox', figure: 7 },
      dedupe_key: 'alarm:outbox:x',
    }),
  )
  const claimedDeliveryKinds: string[] = []
  for (let times = 0; times < 3; times++) {
    const nowText = new Date(Date.now() + 1000).toISOString()
    const [nextDelivery] = (
      await claimDeliveries(ctx.db, { limit: 500, bulk: 5, now: nowText, lease_until: nowText })
    ).filter(({ chat_id }) => chat_id === ctx.config.OPS_CHAT_ID)
    claimedDeliveryKinds.push(nextDelivery?.kind ?? 'nothing')
    await ctx.db
      .updateTable('deliveries')
      .set({ state: 'failed', lease_until: null, error: 'taken' })
      .where('id', '=', nextDelivery?.id ?? '0')
      .execute()
  }
  expect(claimedDeliveryKinds).toEqual(['operations_alarm', 'payment_case', 'support_card'])
  const cards = ctx.db.selectFrom('deliveries').select('id').where('kind', '=', 'support_card')
  expect((await cards.execute()).length).toBeLessThanOrEqual(2)
})
