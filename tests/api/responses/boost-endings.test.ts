import { beforeAll, describe, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import { endUnrenewedResponses, expireListings } from '#services/lifecycle/publication/expire.ts'
import { setStatus } from '#services/lifecycle/sanctions/actions.ts'
import type { Api } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { moneyViolations } from '#tests/support/money/money-tables.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { decideTask, draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { everyMessage } from '#workers/telegram/messages.ts'

const day = 24 * 60 * 60_000
let setup: ProviderSetup
let api: Api
beforeAll(async () => {
  setup = await setUpProvider()
  api = setup.api
})

async function publishedOrder() {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
  await decideTask(api, order.id)
  return { anna, order }
}

/** Sends a response with an invoice for its boost that is not paid yet. */
async function sendBilledResponse(order_id: number) {
  const boris = await freelancer(api)
  const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order_id, { response_type: 20 }))
  const body = { response_id: id, payment_type: 'response' as const }
  const invoice: Invoice = await boris.call('POST /pay/generate-payment-robokassa', { body })
  return { boris, id, invoice }
}

async function sendBoostedResponse(order_id: number) {
  const bill = await sendBilledResponse(order_id)
  await payInvoice(bill.invoice)
  return bill
}

async function payInvoice(invoice: Invoice) {
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
}

const creditsOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('credits').select(['product', 'reason']).where('user_id', '=', id).execute()
const responseOf = (id: number) =>
  api.ctx.db
    .selectFrom('responses')
    .select(['status', 'end_reason', 'response_type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const readResponse = (person: Person, id: number) => person.call('GET /api/responses/:id', { params: { id } })

/** Sends a response without a boost. */
async function sendPlainResponse(order_id: number) {
  const person = await freelancer(api)
  return person.call('POST /api/projects/add_resp', responseTo(order_id))
}

type Scene = Awaited<ReturnType<typeof publishedOrder>>
const chooseBoosted = async ({ anna, order }: Scene) => {
  const { id: response_id } = await sendPlainResponse(order.id)
  const params = { id: order.id }
  await anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } })
}
const deleteOrder = ({ anna, order }: Scene) =>
  anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
const expireOrder = async ({ order }: Scene) => {
  const expiryColumns = { expires_at: api.ctx.now().toISOString() }
  await api.ctx.db.updateTable('listings').set(expiryColumns).where('id', '=', order.id).execute()
  await expireListings(api.ctx, 100)
}
const hideListing = ({ anna, order }: Scene) =>
  anna.call('POST /api/projects/edit_project_is_published', {
    body: { project_id: order.id, is_published: false },
  })
const blockAuthor = async ({ anna }: Scene) => {
  const { id: actor_id } = await moderator(api)
  await api.ctx.db
    .transaction()
    .execute((tx) => setStatus(api.ctx, tx, { actor_id, user_id: anna.id, status: 'blocked' }))
}

describe('a boost paid when nobody can see it any more is a free boost at once', () => {
  test.each([
    ['the order is deleted', deleteOrder],
    ['somebody else is chosen', chooseBoosted],
    ['the placement is over', expireOrder],
    ['the order is hidden', hideListing],
    ['its author is blocked', blockAuthor],
  ])('%s', async (_name, endListing) => {
    const scene = await publishedOrder()
    const { boris, id, invoice } = await sendBilledResponse(scene.order.id)
    await endListing(scene)
    await payInvoice(invoice)
    expect((await responseOf(id)).response_type).toBe(200)
    expect(await creditsOf(boris)).toEqual([{ product: 'response', reason: 'boost_too_late' }])
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('the response is declined', async () => {
    const scene = await publishedOrder()
    const { boris, id, invoice } = await sendBilledResponse(scene.order.id)
    await scene.anna.call('POST /api/responses/:id/decline', { params: { id } })
    await payInvoice(invoice)
    expect(await creditsOf(boris)).toEqual([{ product: 'response', reason: 'boost_too_late' }])
  })

  test('and nobody is asked to pay for one any more', async () => {
    const scene = await publishedOrder()
    const { boris, id } = await sendBilledResponse(scene.order.id)
    await scene.anna.call('POST /api/responses/:id/decline', { params: { id } })
    const body = { response_id: id, payment_type: 'response' as const }
    expect(await codeOf(boris.call('POST /pay/generate-payment-robokassa', { body }))).toBe('wrong_state')
  })

  test('the payer is told, in both languages', async () => {
    const scene = await publishedOrder()
    const { boris, invoice } = await sendBilledResponse(scene.order.id)
    await deleteOrder(scene)
    await payInvoice(invoice)
    const nowText = api.ctx.now().toISOString()
    for (const task of await claimTasks(api.ctx.db, { limit: 1000, now: nowText, waits: [1000] }))
      if (task.topic === 'payment.credited') await authorNotifications.handle(api.ctx, task)
    const deliveries = await api.ctx.db
      .selectFrom('deliveries')
      .select(['kind', 'payload'])
      .where('user_id', '=', boris.id)
      .execute()
    const payload = { payment_id: invoice.invoice_id }
    expect(deliveries).toEqual([{ kind: 'payment_credited', payload }])
    const composeMessage = async (language: 'ru' | 'en') =>
      (
        await everyMessage.payment_credited.compose(api.ctx, payload, {
          chat_id: 1,
          language,
          is_private: true,
        })
      )?.text
    expect(await composeMessage('ru')).toMatch(/следующее поднятие не дороже этого для вас бесплатно/)
    expect(await composeMessage('en')).toMatch(/your next boost at up to this price is free/)
  })
})

describe('a boost that nobody saw comes back when its response ends', () => {
  const completeOrder = async (scene: Scene) => {
    await chooseBoosted(scene)
    await scene.anna.call('POST /api/projects/complete/:id', { params: { id: scene.order.id } })
  }
  test.each([
    ['somebody else is chosen', chooseBoosted, 'not_chosen', 'chosen_other'],
    ['the order is deleted', deleteOrder, 'not_chosen', 'listing_deleted'],
    ['the work is done', completeOrder, 'not_chosen', 'chosen_other'],
  ] as const)('%s', async (_name, endOrder, status, end_reason) => {
    const scene = await publishedOrder()
    const { boris, id } = await sendBoostedResponse(scene.order.id)
    await endOrder(scene)
    expect(await responseOf(id)).toMatchObject({ status, end_reason })
    expect(await creditsOf(boris)).toEqual([{ product: 'response', reason: 'boost_unseen' }])
    expect(await readResponse(boris, id)).toMatchObject({ status, end_reason })
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('the author declines it unread; read, it is spent', async () => {
    const { anna, order } = await publishedOrder()
    const [unseenResponse, seenResponse] = [
      await sendBoostedResponse(order.id),
      await sendBoostedResponse(order.id),
    ]
    const body = { project_id: order.id, user_id: seenResponse.boris.id }
    await anna.call('POST /api/projects/edit_project_show', { body })
    for (const { id } of [unseenResponse, seenResponse])
      await anna.call('POST /api/responses/:id/decline', { params: { id } })
    expect(await creditsOf(unseenResponse.boris)).toEqual([{ product: 'response', reason: 'boost_unseen' }])
    expect(await creditsOf(seenResponse.boris)).toEqual([])
    expect(await responseOf(seenResponse.id)).toEqual({
      status: 'declined',
      end_reason: 'author_declined',
      response_type: 20,
    })
  })

  test('not when its sender takes it back', async () => {
    const { order } = await publishedOrder()
    const { boris, id } = await sendBoostedResponse(order.id)
    await boris.call('POST /api/responses/:id/withdraw', { params: { id } })
    expect(await responseOf(id)).toMatchObject({ status: 'withdrawn', end_reason: 'withdrawn' })
    expect(await creditsOf(boris)).toEqual([])
  })

  test('an expiry ends nothing for seven days; then the response ends and the boost comes back', async () => {
    const scene = await publishedOrder()
    const { boris, id } = await sendBoostedResponse(scene.order.id)
    await expireOrder(scene)
    await setup.letPass(6.9 * day)
    expect(await endUnrenewedResponses(api.ctx, 100)).toBe(0)
    expect(await responseOf(id)).toEqual({ status: 'no_show', end_reason: null, response_type: 20 })
    expect(await creditsOf(boris)).toEqual([])
    await setup.letPass(0.2 * day)
    expect(await endUnrenewedResponses(api.ctx, 100)).toBeGreaterThan(0)
    expect(await endUnrenewedResponses(api.ctx, 100)).toBe(0)
    expect(await responseOf(id)).toMatchObject({ status: 'not_chosen', end_reason: 'not_renewed' })
    expect(await creditsOf(boris)).toEqual([{ product: 'response', reason: 'boost_unseen' }])
    const composeMessage = async (language: 'ru' | 'en') =>
      (
        await everyMessage.response_passed.compose(
          api.ctx,
          { response_id: id },
          { chat_id: 1, language, is_private: true },
        )
      )?.text
    expect(await composeMessage('ru')).toMatch(
      /заказчик его не продлил[\s\S]*следующее не дороже этого бесплатно/,
    )
    expect(await composeMessage('en')).toMatch(
      /wasn’t renewed[\s\S]*the next one at up to this price is free/,
    )
  })

  test('a renewal within the seven days goes on with the boost', async () => {
    const scene = await publishedOrder()
    const { boris, id } = await sendBoostedResponse(scene.order.id)
    await expireOrder(scene)
    await setup.letPass(6 * day)
    const anna = await login(api, scene.anna.account)
    await payInvoice(await invoiceFor(anna, scene.order.id))
    await setup.letPass(2 * day)
    expect(await endUnrenewedResponses(api.ctx, 100)).toBe(0)
    expect(await responseOf(id)).toMatchObject({ status: 'no_show', response_type: 20 })
    expect(await creditsOf(boris)).toEqual([])
  })

  test('a choice taken back opens the response again, without the boost that came back, which can be spent', async () => {
    const scene = await publishedOrder()
    const { boris, id } = await sendBoostedResponse(scene.order.id)
    await chooseBoosted(scene)
    await scene.anna.call('POST /api/projects/unassign_executor/:id', { params: { id: scene.order.id } })
    expect(await responseOf(id)).toEqual({ status: 'no_show', end_reason: null, response_type: 200 })
    const body = { response_id: id, payment_type: 'response' as const }
    expect(await boris.call('POST /pay/generate-payment-robokassa', { body })).toMatchObject({
      state: 'paid',
      amount: 0,
    })
    expect((await responseOf(id)).response_type).toBe(20)
    await deleteOrder(scene)
    expect(await creditsOf(boris)).toHaveLength(2)
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })
})
