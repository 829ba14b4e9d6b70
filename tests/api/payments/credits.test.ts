import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentKind } from '#db/tables.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { moneyViolations } from '#tests/support/money/money-tables.ts'
import { confirmPayment, draftOrder, invoiceFor, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const grantCredit = ({ id: user_id }: Person, product: PaymentKind = 'project') =>
  api.ctx.db.insertInto('credits').values({ user_id, product, reason: 'granted' }).execute()
const countUnspent = ({ id }: Person) =>
  api.ctx.db
    .selectFrom('credits')
    .select('id')
    .where('user_id', '=', id)
    .where('spent_payment_id', 'is', null)
    .execute()
const paymentsOf = (listing_id: number) =>
  api.ctx.db
    .selectFrom('payments')
    .select(['id', 'state', 'amount', 'rail', 'source'])
    .where('listing_id', '=', listing_id)
    .orderBy('id')
    .execute()
const listingOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const offerTo = (person: Person, language = 'ru') =>
  person.call(
    'GET /pay/publication-status/:userId',
    { params: { userId: person.id } },
    { 'accept-language': language },
  )

const creditPayment = { state: 'paid', amount: 0, rail: 'credit', source: 'credit' }

describe('a free publication', () => {
  test('is on the button, in both languages', async () => {
    const anna = await client(api)
    expect(await offerTo(anna)).toMatchObject({ is_free: false, price: 2500 })
    await grantCredit(anna)
    expect(await offerTo(anna)).toMatchObject({
      is_free: true,
      price: 0,
      button_text: 'Опубликовать бесплатно',
    })
    expect((await offerTo(anna, 'en')).button_text).toBe('Publish for free')
  })

  test('sends the order to the moderators at once, and is spent', async () => {
    const { anna, order } = await draftOrder(api)
    await grantCredit(anna)
    const invoice = await invoiceFor(anna, order.id)
    expect(invoice).toMatchObject({ state: 'paid', amount: 0 })
    const { TELEGRAM_LINK_ORIGIN, BOT_USERNAME } = api.ctx.config
    const page = `page_order___orderId_${order.id}`
    expect(invoice.payment_url).toBe(`${TELEGRAM_LINK_ORIGIN}/${BOT_USERNAME}?startapp=${page}&start=${page}`)
    expect((await listingOf(order.id)).status).toBe('moderation')
    expect(await paymentsOf(order.id)).toMatchObject([creditPayment])
    expect(await countUnspent(anna)).toEqual([])
    expect(await offerTo(anna)).toMatchObject({ is_free: false })
    expect(await codeOf(invoiceFor(anna, order.id))).toBe('already_paid')
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('is paid with a credit for its own kind first', async () => {
    const { anna, order } = await draftOrder(api)
    await grantCredit(anna, 'vacancy')
    await grantCredit(anna)
    await invoiceFor(anna, order.id)
    const creditsLeft = api.ctx.db
      .selectFrom('credits')
      .select('product')
      .where('spent_payment_id', 'is', null)
    expect(await creditsLeft.where('user_id', '=', anna.id).execute()).toEqual([{ product: 'vacancy' }])
  })

  test.each([0, 2500])('a client may show %d; another sum is told', async (amount) => {
    const { anna, order } = await draftOrder(api)
    await grantCredit(anna, 'vacancy')
    const reportSum = (sum: number) =>
      anna.call('POST /pay/generate-payment-robokassa', {
        body: { project_id: order.id, payment_type: 'project', amount: sum },
      })
    expect(await codeOf(reportSum(1))).toBe('amount_mismatch')
    expect(await countUnspent(anna)).toHaveLength(1)
    expect(await reportSum(amount)).toMatchObject({ amount: 0 })
  })

  test('goes before a link that waits; its money, when it comes, is a credit again', async () => {
    const { anna, order } = await draftOrder(api)
    const link = await invoiceFor(anna, order.id)
    await grantCredit(anna)
    await invoiceFor(anna, order.id)
    expect(await paymentsOf(order.id)).toMatchObject([{ state: 'expired' }, creditPayment])
    await confirmPayment(api, link)
    expect((await listingOf(order.id)).status).toBe('moderation')
    expect(await countUnspent(anna)).toHaveLength(1)
  })

  test('is free again when the order is taken away before it was seen', async () => {
    const { anna, order } = await draftOrder(api)
    await grantCredit(anna)
    await invoiceFor(anna, order.id)
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    expect(await countUnspent(anna)).toHaveLength(1)
    expect(await paymentsOf(order.id)).toMatchObject([{ state: 'refunded' }])
  })

  test('renews a published order before its end', async () => {
    const { anna, order } = await publishedOrder(api)
    const listingBefore = await listingOf(order.id)
    await grantCredit(anna)
    await invoiceFor(anna, order.id)
    const listingAfter = await listingOf(order.id)
    expect(listingAfter.status).toBe('published')
    expect(Date.parse(listingAfter.expires_at ?? '')).toBeGreaterThan(
      Date.parse(listingBefore.expires_at ?? ''),
    )
  })

  test('of two orders at once pays for one', async () => {
    for (let round = 0; round < 5; round++) {
      const { anna, order } = await draftOrder(api)
      const { order: otherOrder } = await draftOrder(api, {}, anna)
      await grantCredit(anna)
      const invoices = await Promise.all([invoiceFor(anna, order.id), invoiceFor(anna, otherOrder.id)])
      expect(invoices.map(({ amount }) => amount).sort()).toEqual([0, 2500])
    }
  })

  test('helps nobody else, and no boost', async () => {
    const { anna, order } = await draftOrder(api)
    await grantCredit(await client(api))
    await grantCredit(anna, 'response')
    expect(await invoiceFor(anna, order.id)).toMatchObject({ amount: 2500, state: 'created' })
  })
})

test('a free boost lifts the response as it is sent', async () => {
  const { order } = await publishedOrder(api)
  const [first, boris] = [await freelancer(api), await freelancer(api)]
  await first.call('POST /api/projects/add_resp', responseTo(order.id))
  await grantCredit(boris, 'response')
  const sentResponse = await boris.call(
    'POST /api/projects/add_resp',
    responseTo(order.id, { response_type: 20 }),
  )
  expect(sentResponse).toMatchObject({
    response_type: 20,
    place: 1,
    payment_url: null,
    place_after_payment: null,
  })
  expect(await countUnspent(boris)).toEqual([])
  expect(await moneyViolations(api.ctx.db)).toEqual([])
})
