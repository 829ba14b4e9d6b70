import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { approve } from '#services/moderation/decisions/actions.ts'
import { readMetrics } from '#services/operations/metrics.ts'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { type ControlApi, openControlApi } from '#tests/support/servers/stand-in-control.ts'
import { connectQueues } from '#workers/engine/queues.ts'
import { startRelay } from '#workers/engine/relay.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { moderation, moderationDecisions } from '#workers/events/moderation.ts'
import { newOrderNotifications } from '#workers/events/order-notifications.ts'
import { paymentVerification, startPaymentSweep } from '#workers/events/payment-verification.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { contextWith, insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const category_id = 101
let setup: WorkerSetup
let ctx: Context
let robokassa: ControlApi
const processes: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  setup = await setUpWorkers()
  const { ROBOKASSA_MERCHANT, ROBOKASSA_PASSWORD_1, ROBOKASSA_PASSWORD_2 } = setup.ctx.config
  // Nothing listens at the address to which the provider sends result calls, so every result call is lost.
  const unreachableUrl = 'http://127.0.0.1:9/'
  const provider = await startRobokassa({
    merchant: ROBOKASSA_MERCHANT,
    password1: ROBOKASSA_PASSWORD_1,
    password2: ROBOKASSA_PASSWORD_2,
    hash: 'sha256',
    result_url: unreachableUrl,
    success_url: unreachableUrl,
    fail_url: unreachableUrl,
  })
  robokassa = openControlApi(provider.origin)
  const ROBOKASSA_STATE_URL = `${provider.origin}/Merchant/WebService/Service.asmx/OpStateExt`
  ctx = contextWith(setup.ctx, { ROBOKASSA_STATE_URL, MODERATION_UNDO_MS: 0 })
  const connection = connectQueues(ctx, 'worker')
  const workers = [
    paymentVerification,
    moderation,
    moderationDecisions,
    authorNotifications,
    newOrderNotifications,
  ]
  processes.push(
    startRelay(ctx),
    startTelegramDelivery(ctx, everyMessage),
    startPaymentSweep(ctx),
    ...workers.map((worker) => worker.start(ctx, connection)),
  )
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()))
    connection.disconnect()
    await provider.close()
  })
})

async function insertInvoiced(author_id: number) {
  const listing_id = await insertOrder(setup, author_id, {
    status: 'awaiting_payment',
    published_at: null,
    expires_at: null,
    category_id,
  })
  await ctx.db.insertInto('orders').values({ listing_id, subtitle: 'Нужен сайт с меню' }).execute()
  const amount = 250_000
  const expires_at = new Date(Date.now() + 86_400_000)
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      kind: 'project',
      listing_id,
      payer_id: author_id,
      amount,
      rail: 'robokassa',
      expires_at: expires_at.toISOString(),
      next_check_at: expires_at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment_url = paymentLink(ctx.robokassa, {
    inv_id: id,
    amount_kopecks: amount,
    description: 'Order',
    language: 'ru',
    expires_at,
    shp: { Shp_item: String(listing_id), Shp_kind: 'project' },
  })
  return { listing_id, payment_id: id, payment_url }
}

async function makeInquiryDue(payment_id: number): Promise<void> {
  const next_check_at = new Date().toISOString()
  await ctx.db.updateTable('payments').set({ next_check_at }).where('id', '=', payment_id).execute()
}

function waitForMessage(telegram_id: number, text: string): Promise<unknown> {
  const path = `/wait?chat_id=${telegram_id}&text=${encodeURIComponent(text)}&timeout_ms=10000`
  return setup.telegram.get(path)
}

const payments = (listing_id: number) =>
  ctx.db
    .selectFrom('payments')
    .select(['state', 'checks', 'next_check_at'])
    .where('listing_id', '=', listing_id)

/** Returns the number of paid orders that the Prometheus metrics show. */
async function paidOrders(): Promise<number> {
  const { text } = await readMetrics(ctx)
  const [, countText = '0'] =
    /^otklik_payment_moves_total\{kind="project",state="paid"\} (\d+)$/m.exec(text) ?? []
  return Number(countText)
}

test('a payment whose result call never came is found, reviewed, published and told to freelancers', async () => {
  const [author, freelancer] = [await insertPerson(setup), await insertPerson(setup, { category_id })]
  const { id: moderator_id } = await insertPerson(setup, { in_telegram: false })
  await ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator_id).execute()
  const { listing_id, payment_id, payment_url } = await insertInvoiced(author.id)
  const countBefore = await paidOrders()
  await makeInquiryDue(payment_id)
  await eventually(() => payments(listing_id).where('checks', '=', 1).executeTakeFirst())
  expect(await paidOrders()).toBe(countBefore)
  await robokassa.post('/_control/pay', { payment_url })

  await makeInquiryDue(payment_id)
  await waitForMessage(author.telegram_id, 'Оплата прошла')
  expect(await paidOrders()).toBe(countBefore + 1)
  const { id: task_id } = await eventually(() =>
    ctx.db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', listing_id)
      .where('message_id', 'is not', null)
      .executeTakeFirst(),
  )
  await approve(ctx, { task_id, moderator_id })
  await waitForMessage(author.telegram_id, 'ленте')
  await waitForMessage(freelancer.telegram_id, 'Новый заказ')

  expect(await payments(listing_id).execute()).toMatchObject([{ state: 'paid' }])
  const deliveries = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'state'])
    .where('user_id', 'in', [author.id, freelancer.id])
    .orderBy('created_at')
    .execute()
  expect(deliveries.map(({ kind }) => kind).sort()).toEqual([
    'listing_published',
    'new_order',
    'payment_confirmed',
  ])
  const violations = await ctx.db.selectFrom('payment_invariant_violations').selectAll().execute()
  expect(violations).toEqual([])
})

test('an invoice that nobody paid is asked about later and later', async () => {
  const author = await insertPerson(setup, { in_telegram: false })
  const { listing_id, payment_id } = await insertInvoiced(author.id)
  for (const [checks, minutes] of [
    [1, 1],
    [2, 2],
    [3, 5],
  ] as const) {
    await makeInquiryDue(payment_id)
    const { next_check_at } = await eventually(() =>
      payments(listing_id).where('checks', '=', checks).executeTakeFirst(),
    )
    const waitMinutes = (Date.parse(next_check_at ?? '') - Date.now()) / 60_000
    expect(waitMinutes).toBeGreaterThan(minutes - 0.2)
    expect(waitMinutes).toBeLessThanOrEqual(minutes)
  }
  expect(await payments(listing_id).execute()).toMatchObject([{ state: 'created' }])
})

test('the order of an invoice that ran out is a draft again, and a late payment still counts', async () => {
  const author = await insertPerson(setup)
  const { listing_id, payment_id, payment_url } = await insertInvoiced(author.id)
  const expires_at = new Date(Date.now() - 1000).toISOString()
  await ctx.db.updateTable('payments').set({ expires_at }).where('id', '=', payment_id).execute()
  const statusOf = () =>
    ctx.db.selectFrom('listings').select('status').where('id', '=', listing_id).executeTakeFirstOrThrow()
  await eventually(async () => (await statusOf()).status === 'draft')
  expect(await payments(listing_id).execute()).toMatchObject([{ state: 'expired' }])
  await robokassa.post('/_control/pay', { payment_url })
  await makeInquiryDue(payment_id)
  await eventually(async () => (await statusOf()).status === 'moderation')
})
