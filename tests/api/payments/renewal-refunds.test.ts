import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expireListings, refundAbandoned } from '#services/lifecycle/publication/expire.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { payAtProvider } from '#tests/support/money/provider-orders.ts'
import { decideTask, draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

const day = 24 * 60 * 60_000
let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})
beforeEach(() => setup.faults())

const rejection = 'Добавьте, что именно нужно сделать'
const subtitle = 'Совсем другой текст, которого не читал ни один модератор.'
const deleteOrder = (person: Person, project_id: number) =>
  person.call('DELETE /api/projects/delete', { body: { project_id } })
const countReturned = async () =>
  (await setup.robokassa.get<{ returned_kopecks: number }>('/_movements')).returned_kopecks

async function payInvoice(author: Person, id: number): Promise<number> {
  const invoice = await invoiceFor(author, id)
  await payAtProvider(setup, invoice)
  await setup.verify(invoice.invoice_id)
  return invoice.invoice_id
}

/**
 * Creates an expired listing that was renewed and paid again with a changed text. No moderator has read the new text
 * yet.
 */
async function createRenewed() {
  const { anna, order } = await draftOrder(setup.api)
  const first = await payInvoice(anna, order.id)
  await decideTask(setup.api, order.id)
  await setup.letPass(31 * day)
  await expireListings(setup.api.ctx, 100)
  const author = await login(setup.api, anna.account)
  const params = { id: order.id }
  await invoiceFor(author, order.id)
  await author.call('PATCH /api/projects/:id', { params, body: { subtitle } })
  const second = await payInvoice(author, order.id)
  const { status } = await author.call('GET /api/projects/:id/full_info', { params })
  expect(status).toBe('moderation')
  return { author, id: order.id, first, second }
}

/** Sends the refund to the provider and waits until the provider completes it. */
async function finishRefund(): Promise<void> {
  await takeSteps(setup.api.ctx)
  await setup.letPass(60_000)
  await takeSteps(setup.api.ctx)
}

const paymentsOf = async (listing_id: number) =>
  (
    await setup.api.ctx.db
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('listing_id', '=', listing_id)
      .orderBy('id')
      .execute()
  ).map(({ id, state }) => [id, state])

const endings: [what: string, end: (author: Person, id: number) => Promise<unknown>][] = [
  ['is withdrawn while it waits', deleteOrder],
  [
    'is rejected and then deleted',
    async (author, id) => {
      await decideTask(setup.api, id, rejection)
      await deleteOrder(author, id)
    },
  ],
  [
    'is rejected and left alone for a month',
    async (_author, id) => {
      await decideTask(setup.api, id, rejection)
      await setup.letPass(29 * day)
      expect(await refundAbandoned(setup.api.ctx, 100)).toBe(0)
      await setup.letPass(2 * day)
      expect(await refundAbandoned(setup.api.ctx, 100)).toBe(1)
    },
  ],
]

test.each(endings)(
  'a renewal that %s returns its own money and not that of the days that ran',
  async (_ending, endOrder) => {
    const { author, id, first, second } = await createRenewed()
    const returnedBefore = await countReturned()
    await endOrder(author, id)
    await finishRefund()
    expect(await paymentsOf(id)).toEqual([
      [first, 'paid'],
      [second, 'refunded'],
    ])
    expect((await countReturned()) - returnedBefore).toBe(250_000)
  },
)

test('the page of a rejected renewal names the sum that comes back', async () => {
  const { author, id } = await createRenewed()
  const readPrice = async () =>
    (await author.call('GET /api/projects/:id/full_info', { params: { id } })).refund_price
  expect(await readPrice()).toBeNull()
  await decideTask(setup.api, id, rejection)
  expect(await readPrice()).toBe(2500)
})

test('a renewal that was read and runs returns nothing when the order is deleted', async () => {
  const { id, author, first, second } = await createRenewed()
  const returnedBefore = await countReturned()
  await decideTask(setup.api, id)
  await deleteOrder(author, id)
  await finishRefund()
  expect(await paymentsOf(id)).toEqual([
    [first, 'paid'],
    [second, 'paid'],
  ])
  expect((await countReturned()) - returnedBefore).toBe(0)
})
