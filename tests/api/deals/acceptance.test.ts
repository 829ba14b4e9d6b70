import { beforeAll, expect, test } from 'vitest'
import { queueAcceptance } from '#services/deals/messages.ts'
import { acceptUnanswered } from '#services/lifecycle/deals/schedule.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { assignedOrder } from './running-work.ts'

/** Acceptance by the clock, told by the messages that both sides already have. */

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test('after a week without an answer the messages that both sides have tell it, and no further ones come', async () => {
  const { ctx } = api
  const { anna, boris, order, params } = await assignedOrder(api)
  const response = await ctx.db
    .selectFrom('responses')
    .select('id')
    .where('listing_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const chosen = { kind: 'response_chosen', payload: { response_id: response.id } } as const
  await ctx.db.transaction().execute((tx) => queueDelivery(ctx, tx, { to: { user_id: boris.id }, ...chosen }))
  await boris.call('POST /api/projects/hand_in/:id', { params, body: { text: 'Готово.' } })
  const sent = { state: 'sent', message_id: order.id, chat_id: 1 } as const
  const told = ctx.db
    .updateTable('deliveries')
    .set(sent)
    .where('kind', 'in', ['response_chosen', 'work_handed_in'])
  await told.where('user_id', 'in', [anna.id, boris.id]).execute()
  const later = new Date(Date.now() + 7 * 86_400_000 + 60_000)
  await acceptUnanswered({ ...ctx, now: () => later }, 100)
  const executorNews = { kind: 'listing_completed', listing_id: order.id } as const
  await ctx.db.transaction().execute((tx) => queueAcceptance(ctx, tx, boris.id, executorNews))
  const deliveries = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'payload'])
    .where('user_id', 'in', [anna.id, boris.id])
    .where('state', '=', 'pending')
    .where('kind', 'in', ['work_accepted', 'listing_completed', 'deal_drawn'])
    .orderBy('user_id')
    .execute()
  expect(deliveries).toMatchObject([
    { kind: 'deal_drawn', payload: { news: { kind: 'work_accepted', listing_id: order.id } } },
    { kind: 'deal_drawn', payload: { news: executorNews } },
  ])
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const texts = deliveries.map(({ payload }) =>
    everyMessage.deal_drawn
      .compose(ctx, payload as { delivery_id: string }, reader)
      .then((message) => message?.text),
  )
  const [forAnna, forBoris] = await Promise.all(texts)
  expect(forAnna).toContain('Ответа не было 7 дней, и работа принята')
  expect(forBoris).toMatch(/Работа принята.*Спасибо за работу!/)
})

test('work that waits longest is accepted first', async () => {
  const { ctx } = api
  const [older, newer] = [await assignedOrder(api), await assignedOrder(api)]
  for (const { boris, params } of [newer, older])
    await boris.call('POST /api/projects/hand_in/:id', { params, body: { text: 'Готово.' } })
  const later = new Date(Date.now() + 7 * 86_400_000 + 60_000)
  expect(await acceptUnanswered({ ...ctx, now: () => later }, 1)).toBe(1)
  const orders = ctx.db.selectFrom('listings').select(['id', 'status'])
  const rows = await orders.where('id', 'in', [older.order.id, newer.order.id]).orderBy('id').execute()
  expect(rows).toEqual([
    { id: older.order.id, status: 'in_progress' },
    { id: newer.order.id, status: 'completed' },
  ])
})

test('a reminder of work that was accepted meanwhile is not sent', async () => {
  const { ctx } = api
  const [waiting, due] = [await assignedOrder(api), await assignedOrder(api)]
  await waiting.boris.call('POST /api/projects/hand_in/:id', {
    params: waiting.params,
    body: { text: 'Готово.' },
  })
  const deadline = new Date(ctx.now().getTime() + 86_400_000).toISOString()
  await placeRows(api.owner, 'listings', { id: due.order.id }, { deadline })
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const remind = async () => [
    await everyMessage.work_unanswered.compose(ctx, { listing_id: waiting.order.id }, reader),
    await everyMessage.work_due.compose(ctx, { listing_id: due.order.id }, reader),
  ]
  expect((await remind()).map((message) => message === null)).toEqual([false, false])
  for (const { anna, params } of [waiting, due])
    await anna.call('POST /api/projects/complete/:id', { params })
  expect(await remind()).toEqual([null, null])
})
