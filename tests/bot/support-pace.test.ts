import { beforeAll, expect, test } from 'vitest'
import { claimDeliveries } from '#services/notifications/outbox/claims.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { receivePersonMessage } from '#services/support/actions.ts'
import { notifyLate } from '#services/support/schedule.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertPerson, setUpWorkers } from '#tests/workers/setup.ts'
import { buttonsOf, openSupport, wordsOf } from './support-desk.ts'
import { stranger } from './telegram.ts'

/** A person who sends many messages: the operators' view, and the bot's replies to the person. */

let desk: Awaited<ReturnType<typeof openSupport>>
beforeAll(async () => {
  desk = await openSupport()
  return desk.close
})

/** A case with a first question and this many further messages. */
async function flooded(times: number) {
  const anna = await desk.openPerson()
  const { case_id } = await anna.openCase('Не прошла оплата')
  for (let count = 1; count <= times; count++)
    await anna.sendMessage({ text: `Дополнение ${count} к ${case_id}` })
  const passed = async () =>
    (await desk.readMessages(desk.ops)).map(wordsOf).filter((words) => words.includes(` к ${case_id}`)).length
  /** Waits until the card shows this many hidden messages. */
  const card = (held: number) =>
    desk.waitForMessage(desk.ops, `Обращение ${case_id}, `, (message) => {
      const shown = held ? wordsOf(message).includes(`не показано сообщений: ${held}`) : true
      return (
        shown && buttonsOf(message).includes('Человек') && held > 0 === /не показано/.test(wordsOf(message))
      )
    })
  return { anna, case_id, passed, card }
}

test('five messages pass one by one; more are counted on the card, and the person reads that each arrived', async () => {
  const { anna, case_id, passed, card } = await flooded(12)
  const shown = await card(8)
  expect(buttonsOf(shown)).toContain('Показать ещё (8)')
  expect(await passed()).toBe(4)
  await eventually(
    async () => (await desk.countMessages(anna.telegram_id, `Добавили к обращению ${case_id}.`)) === 12,
  )
  await notifyLate({ ...desk.setup.ctx, now: () => new Date(Date.now() + 600_000) }, 100)
  const late = desk.setup.ctx.db.selectFrom('deliveries').select('id').where('kind', '=', 'support_told')
  expect(await late.where('dedupe_key', 'like', 'support_told:late:%').execute()).toEqual([])
})

test('all of it can be read at the card, in its order, by the staff alone, and nobody is told twice', async () => {
  const { anna, case_id, passed, card } = await flooded(12)
  const outsider = await stranger(desk.setup, { groups: ['ops'] })
  const shown = await card(8)
  const refused = await desk.pressButton(shown, 'Показать ещё (8)', outsider.id)
  expect(refused.answer?.text ?? '').not.toContain('Показываем')
  expect(await passed()).toBe(4)
  expect((await desk.pressButton(shown, 'Показать ещё (8)')).answer?.text).toBe(
    `Показываем следующие сообщения обращения ${case_id}`,
  )
  const next = await card(3)
  await eventually(async () => (await passed()) === 9)
  await desk.pressButton(next, 'Показать ещё (3)')
  await eventually(async () => (await passed()) === 12)
  expect(buttonsOf(await card(0)).join()).not.toContain('Показать ещё')
  const order = (await desk.readMessages(desk.ops)).flatMap((one) => {
    const [, number] = new RegExp(`Дополнение (\\d+) к ${case_id}`).exec(wordsOf(one)) ?? []
    return number ? [Number(number)] : []
  })
  expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(await desk.countMessages(anna.telegram_id, `Добавили к обращению ${case_id}.`)).toBe(12)
})

test('an answer brings the next five by itself, and what is written after all were answered passes at once', async () => {
  const { anna, case_id, passed, card } = await flooded(9)
  await desk.answer(await card(5), { text: 'Смотрим' })
  await eventually(async () => (await passed()) === 9)
  await card(0)
  await desk.answer(await card(0), { text: 'Нашли' })
  await desk.waitForMessage(anna.telegram_id, 'Нашли')
  await anna.sendMessage({ text: `Спасибо, это к ${case_id}` })
  await eventually(async () => (await passed()) === 10)
})

test('closing and opening again lets nobody pass more', async () => {
  const { anna, case_id, passed, card } = await flooded(6)
  const told = await desk.waitForMessage(anna.telegram_id, 'Передали в поддержку')
  await card(2)
  await anna.tapButton(told, 'Вопрос решён')
  await anna.sendMessage({ text: `И ещё к ${case_id}` })
  await card(3)
  expect(await passed()).toBe(4)
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
      ...{ to, kind: 'payment_case', payload: { case_id: 1 }, dedupe_key: 'payment_case:1', priority: 1 },
    }),
  )
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      ...{
        to,
        kind: 'operations_alarm',
        payload: { alarm: 'outbox', figure: 7 },
        dedupe_key: 'alarm:outbox:x',
      },
    }),
  )
  const claimed: string[] = []
  for (let times = 0; times < 3; times++) {
    const now = new Date(Date.now() + 1000).toISOString()
    const [next] = (await claimDeliveries(ctx.db, { limit: 500, bulk: 5, now, lease_until: now })).filter(
      ({ chat_id }) => chat_id === ctx.config.OPS_CHAT_ID,
    )
    claimed.push(next?.kind ?? 'nothing')
    await ctx.db
      .updateTable('deliveries')
      .set({ state: 'failed', lease_until: null, error: 'taken' })
      .where('id', '=', next?.id ?? '0')
      .execute()
  }
  expect(claimed).toEqual(['operations_alarm', 'payment_case', 'support_card'])
  const cards = ctx.db.selectFrom('deliveries').select('id').where('kind', '=', 'support_card')
  expect((await cards.execute()).length).toBeLessThanOrEqual(2)
})
