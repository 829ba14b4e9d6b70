import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'
import { invoiceRequest, openStars, price, type StarStage } from './star-scenes.ts'

let stars: StarStage
beforeAll(async () => {
  stars = await openStars()
})

describe('the policy', () => {
  test('asks apps from a store for Stars, and everybody else for a card', async () => {
    const { anna, order, invoice } = await stars.openInvoiced()
    expect(invoice).toMatchObject({ amount: price, currency: 'XTR', state: 'created' })
    expect(invoice.payment_url).toMatch(/^https:\/\/t\.me\/\$/)
    const secondInvoice = await anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(order.id))
    expect(secondInvoice.payment_url).toBe(invoice.payment_url)
    const card = await anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(order.id, 'tdesktop'))
    expect(card.currency).toBe('RUB')
    expect((await stars.paymentsOf(order.id)).map(({ state }) => state)).toEqual(['expired', 'created'])
  })

  test('offers no Stars while Telegram gives no link, and goes on when it does', async () => {
    const { anna, order } = await draftOrder(stars.api)
    await stars.registerInTelegram(anna)
    const requestInvoice = () => anna.call('POST /pay/generate-payment-robokassa', invoiceRequest(order.id))
    await stars.telegram.post('/faults', { method: 'createInvoiceLink', error_code: 500 })
    expect(await codeOf(requestInvoice())).toBe('unavailable')
    expect((await requestInvoice()).payment_url).toContain('t.me')
    expect(await stars.paymentsOf(order.id)).toHaveLength(1)
  })
})

describe('Stars', () => {
  test('pay for a publication, with Redis away', async () => {
    const { anna, order, slug } = await stars.openInvoiced()
    expect(await stars.pay(anna, slug)).toEqual({ status: 'paid' })
    await eventually(async () => (await stars.statusOf(order.id)) === 'moderation')
    expect(await stars.paymentsOf(order.id)).toEqual([
      { state: 'paid', amount: price, currency: 'XTR', rail: 'stars' },
    ])
    expect(await stars.violations()).toEqual([])
  })

  test('pay for a boost', async () => {
    const { order } = await publishedOrder(stars.api)
    const boris = await freelancer(stars.api)
    await stars.registerInTelegram(boris)
    const wantedResponse = responseTo(order.id, { response_type: 20, platform: 'android' })
    const sentResponse = await boris.call('POST /api/projects/add_resp', wantedResponse)
    await stars.pay(boris, new URL(sentResponse.payment_url ?? '').pathname.slice(2))
    const response = () => boris.call('GET /api/responses/:id', { params: { id: sentResponse.id } })
    await eventually(async () => (await response()).response_type === 20)
  })

  test('are not taken for what is over, paid, or somebody else’s', async () => {
    const { anna, order, slug } = await stars.openInvoiced()
    const { anna: otherClient } = await stars.openInvoiced()
    expect((await stars.pay(otherClient, slug)).reason).toContain('другому человеку')
    expect((await stars.pay(anna, slug)).status).toBe('paid')
    await eventually(async () => (await stars.statusOf(order.id)) === 'moderation')
    expect((await stars.pay(anna, slug)).reason).toContain('больше не действует')
    const lateInvoice = await stars.openInvoiced()
    await placeRows(stars.api.owner, 'payments', { id: lateInvoice.invoice.invoice_id }, { state: 'expired' })
    expect((await stars.pay(lateInvoice.anna, lateInvoice.slug)).reason).toContain('больше не действует')
  })

  test.each(['the response was taken back', 'the response was declined', 'the order is hidden'])(
    'are not taken when %s',
    async (change) => {
      const { anna, order } = await publishedOrder(stars.api)
      const boris = await freelancer(stars.api)
      await stars.registerInTelegram(boris)
      const wantedResponse = responseTo(order.id, { response_type: 20, platform: 'android' })
      const sentResponse = await boris.call('POST /api/projects/add_resp', wantedResponse)
      // The response of another freelancer to the same order stays open.
      const vera = await freelancer(stars.api)
      await vera.call('POST /api/projects/add_resp', responseTo(order.id))
      if (change === 'the order is hidden')
        await anna.call('POST /api/projects/edit_project_is_published', {
          body: { project_id: order.id, is_published: false },
        })
      else if (change === 'the response was declined')
        await anna.call('POST /api/responses/:id/decline', { params: { id: sentResponse.id } })
      else await boris.call('POST /api/responses/:id/withdraw', { params: { id: sentResponse.id } })
      const slug = new URL(sentResponse.payment_url ?? '').pathname.slice(2)
      expect((await stars.pay(boris, slug)).reason).toContain('больше не действует')
    },
  )

  test('paid twice at once are taken once: the others go back', async () => {
    const { anna, order, slug } = await stars.openInvoiced()
    const outcomes = await Promise.all([stars.pay(anna, slug), stars.pay(anna, slug)])
    const paidCount = outcomes.filter(({ status }) => status === 'paid').length
    await eventually(async () => {
      const payments = await stars.paymentsOf(order.id)
      return payments.length === paidCount && payments.every(({ state }) => state !== 'created')
    })
    await takeSteps(stars.api.ctx)
    expect(await stars.starsOf(anna)).toBe(10_000 - price)
    expect((await stars.paymentsOf(order.id)).filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(await stars.violations()).toEqual([])
  })
})
