import { describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { decideTask, draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories, newOrder } from '#tests/support/orders/sample.ts'
import { client } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'
import {
  api,
  daysOf,
  editCategory,
  editOrder,
  listingOf,
  openTariffs,
  payFor,
  publishPaid,
  setup,
  statesOf,
} from './tariff-scenes.ts'

/** Tests the price of a placement period, and an open invoice when the category or period of its listing changes. */

openTariffs()

describe('a period costs what its tariff says', () => {
  test.each([
    [30, 2500],
    [60, 4000],
  ])('%i days cost %i and last as long', async (placement_period, price) => {
    const { anna, order } = await draftOrder(api, { placement_period })
    const status = await anna.call('GET /pay/publication-status/:userId', {
      params: { userId: anna.id },
      query: { placement_period },
    })
    expect(status.price).toBe(price)
    const invoice = await invoiceFor(anna, order.id)
    expect(invoice.amount).toBe(price)
    await payFor(invoice)
    await decideTask(api, order.id)
    expect(await daysOf(order.id)).toBe(placement_period)
  })

  test('what is sold is named with its price, category by category', async () => {
    const anna = await client(api)
    const readOffers = async (category_id?: number) =>
      (
        await anna.call('GET /pay/publication-status/:userId', {
          params: { userId: anna.id },
          query: category_id ? { category_id } : {},
        })
      ).periods
    const usualOffers = [
      { days: 30, price: 2500 },
      { days: 60, price: 4000 },
    ]
    expect(await readOffers()).toEqual(usualOffers)
    expect(await readOffers(categories.sibling)).toEqual(usualOffers)
    expect(await readOffers(categories.other)).toEqual([{ days: 30, price: 9000 }, usualOffers[1]])
  })

  test.each([1, 29, 90])('%i days are sold by nobody', async (placement_period) => {
    const anna = await client(api)
    const createCall = anna.call('POST /api/projects/create', { body: newOrder({ placement_period }) })
    await expect(createCall).rejects.toMatchObject({
      problem: {
        statusCode: 422,
        code: 'invalid_input',
        details: { fields: [{ path: 'placement_period' }] },
      },
    })
    const { anna: otherClient, order } = await draftOrder(api)
    const statusCall = anna.call('GET /pay/publication-status/:userId', {
      params: { userId: anna.id },
      query: { placement_period },
    })
    expect(await codeOf(statusCall)).toBe('invalid_input')
    expect(await codeOf(editOrder(otherClient, order.id, { placement_period }))).toBe('invalid_input')
  })

  test('a renewal is sold by the category and period of today', async () => {
    const { anna, order } = await publishPaid({ placement_period: 60 })
    const renewal = await invoiceFor(anna, order.id)
    expect(renewal.amount).toBe(4000)
    await payFor(renewal)
    expect(await daysOf(order.id)).toBe(120)
  })
})

test('an invoice from before the tariffs buys the days that its listing says', async () => {
  const { anna, order } = await draftOrder(api, { placement_period: 60 })
  const invoice = await invoiceFor(anna, order.id)
  await api.owner
    .updateTable('payments')
    .set({ tariff_id: null })
    .where('id', '=', invoice.invoice_id)
    .execute()
  await payFor(invoice)
  await decideTask(api, order.id)
  expect([await statesOf(order.id), await daysOf(order.id)]).toEqual([['paid'], 60])
})

describe('an open invoice gives way when the category or the period changes', () => {
  test('"Pay" makes the next one; the old link buys what it was made for and nothing more', async () => {
    const { anna, order } = await draftOrder(api)
    const cheapInvoice = await invoiceFor(anna, order.id)
    await editOrder(anna, order.id, { placement_period: 60 })
    expect(await statesOf(order.id)).toEqual(['expired'])
    await payFor(cheapInvoice)
    expect((await listingOf(order.id)).placement_period).toBe(30)
    await decideTask(api, order.id)
    expect(await daysOf(order.id)).toBe(30)
  })

  test('an author who changes their mind twice needs no invoice in between', async () => {
    const { anna, order } = await draftOrder(api)
    await invoiceFor(anna, order.id)
    await editOrder(anna, order.id, { placement_period: 60 })
    await editOrder(anna, order.id, { placement_period: 30 })
    expect(await statesOf(order.id)).toEqual(['expired'])
    await invoiceFor(anna, order.id)
    await editCategory(anna, order.id, categories.other)
    expect(await statesOf(order.id)).toEqual(['expired', 'expired'])
  })

  test('the cheap link never pays for the dear category: the money goes back', async () => {
    const { anna, order } = await draftOrder(api)
    const cheapInvoice = await invoiceFor(anna, order.id)
    await editCategory(anna, order.id, categories.other)
    const expensiveInvoice = await invoiceFor(anna, order.id)
    expect([cheapInvoice.amount, expensiveInvoice.amount]).toEqual([2500, 9000])
    await payFor(cheapInvoice)
    expect((await listingOf(order.id)).status).toBe('awaiting_payment')
    expect(await statesOf(order.id)).toEqual(['refund_pending', 'created'])
    await takeSteps(api.ctx)
    await setup.letPass(60_000)
    await takeSteps(api.ctx)
    expect(await statesOf(order.id)).toEqual(['refunded', 'created'])
    await payFor(expensiveInvoice)
    expect((await listingOf(order.id)).status).toBe('moderation')
  })

  test('not while money that was reported is being confirmed', async () => {
    const { anna, order } = await draftOrder(api)
    await setup.pay(await invoiceFor(anna, order.id))
    expect(await codeOf(editOrder(anna, order.id, { placement_period: 60 }))).toBe('payment_pending')
    expect(await codeOf(editCategory(anna, order.id, categories.sibling))).toBe('payment_pending')
  })
})
