import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { compensatePayment } from '#services/payments/refunds/compensation.ts'
import { claimRefunds, recordRefundStep, takeRefundStep } from '#services/payments/refunds/refunds.ts'
import { expireInvoices, makeInquiryDue, scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import type { Api } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { casesOf, moneyViolations } from '#tests/support/money/money-tables.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'

const hour = 60 * 60_000
let setup: ProviderSetup
let api: Api
beforeAll(async () => {
  setup = await setUpProvider()
  api = setup.api
})
beforeEach(() => setup.faults())

const stateOf = async (id: number) =>
  (await api.ctx.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state
const creditsOf = ({ id }: Person) =>
  api.ctx.db
    .selectFrom('credits')
    .select(['product', 'reason', 'spent_payment_id'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
const statusOf = async (id: number) =>
  (await api.ctx.db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const checkInvoice = async (id: number) =>
  (await moderator(api)).call('POST /api/admin/payments/:id/check', { params: { id } })

/** Creates an order that was paid with a credit while its link for card payment was still open. */
async function createSuperseded(): Promise<{ anna: Person; order: { id: number }; link: Invoice }> {
  const { anna, order } = await draftOrder(api)
  const link = await invoiceFor(anna, order.id)
  await api.ctx.db
    .insertInto('credits')
    .values({ user_id: anna.id, product: 'project', reason: 'granted' })
    .execute()
  expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'paid', amount: 0 })
  expect(await stateOf(link.invoice_id)).toBe('expired')
  return { anna, order, link }
}

/** Runs the check of due payments once: schedules the next inquiry for each payment and asks the provider. */
async function sweepPayments(): Promise<number[]> {
  const duePayments = await listDuePayments(api.ctx.db, api.ctx.now(), 100)
  for (const id of duePayments) {
    await scheduleInquiry(api.ctx, id)
    await setup.verify(id)
  }
  return duePayments
}

describe('money for a link that was replaced', () => {
  test('is found by asking, though no call ever comes: a credit and a case', async () => {
    const { anna, order, link } = await createSuperseded()
    await setup.faults({ kind: 'drop' })
    await setup.pay(link)
    await setup.letPass(2 * hour)
    expect(await sweepPayments()).toContain(link.invoice_id)
    expect(await stateOf(link.invoice_id)).toBe('paid')
    expect(await statusOf(order.id)).toBe('moderation')
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'double_payment', state: 'open' }])
    expect((await creditsOf(anna)).at(-1)).toEqual({
      product: 'project',
      reason: 'double_payment',
      spent_payment_id: null,
    })
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('is asked for when the browser comes back', async () => {
    const { link } = await createSuperseded()
    await setup.faults({ kind: 'drop' })
    const { redirect_url } = await setup.pay(link)
    const answer = await fetch(redirect_url, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(await listDuePayments(api.ctx.db, api.ctx.now(), 100)).toContain(link.invoice_id)
  })

  test('is asked for by an admin, who is told so', async () => {
    const { link } = await createSuperseded()
    await setup.faults({ kind: 'drop' })
    await setup.pay(link)
    expect(await checkInvoice(link.invoice_id)).toEqual({ ok: true, is_asked: true, state: 'expired' })
    await sweepPayments()
    expect(await stateOf(link.invoice_id)).toBe('paid')
    expect(await checkInvoice(link.invoice_id)).toMatchObject({ state: 'paid' })
  })
})

test('a link that is over is asked about too, and its late money still counts', async () => {
  const { anna, order } = await draftOrder(api)
  const link = await invoiceFor(anna, order.id)
  await setup.faults({ kind: 'drop' })
  await setup.pay(link)
  await setup.letPass(24.1 * hour)
  await expireInvoices(api.ctx)
  expect(await stateOf(link.invoice_id)).toBe('expired')
  expect(await makeInquiryDue(api.ctx, link.invoice_id)).toBe(true)
  await sweepPayments()
  expect(await stateOf(link.invoice_id)).toBe('paid')
  expect(await statusOf(order.id)).toBe('moderation')
})

describe('a result call that the provider does not confirm', () => {
  async function createUnconfirmed() {
    const { anna, order } = await draftOrder(api)
    const link = await invoiceFor(anna, order.id)
    await setup.faults({ kind: 'state_not_found', inv_id: link.invoice_id })
    await setup.pay(link)
    expect(await stateOf(link.invoice_id)).toBe('pending')
    return { anna, order, link }
  }

  test('blocks nobody for longer than an hour: a case, and "Pay" makes a fresh link', async () => {
    const { anna, order, link } = await createUnconfirmed()
    await setup.letPass(0.9 * hour)
    await setup.verify(link.invoice_id)
    expect([await stateOf(link.invoice_id), await casesOf(api.ctx.db, link.invoice_id)]).toEqual([
      'pending',
      [],
    ])
    expect((await invoiceFor(await login(api, anna.account), order.id)).invoice_id).toBe(link.invoice_id)
    await setup.letPass(0.2 * hour)
    await setup.verify(link.invoice_id)
    expect(await stateOf(link.invoice_id)).toBe('expired')
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'unconfirmed', state: 'open' }])
    const freshInvoice = await invoiceFor(await login(api, anna.account), order.id)
    expect(freshInvoice).toMatchObject({ state: 'created', amount: 2500 })
    expect(freshInvoice.payment_url).not.toBe(link.payment_url)
  })

  test('is confirmed later: the money counts and the case is over', async () => {
    const { order, link } = await createUnconfirmed()
    await setup.letPass(1.1 * hour)
    await setup.verify(link.invoice_id)
    await setup.faults()
    await setup.letPass(hour)
    expect(await sweepPayments()).toContain(link.invoice_id)
    expect(await stateOf(link.invoice_id)).toBe('paid')
    expect(await statusOf(order.id)).toBe('moderation')
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'unconfirmed', state: 'resolved' }])
  })

  test('confirmed after another payment, it is a credit and a case', async () => {
    const { anna, order, link } = await createUnconfirmed()
    await setup.letPass(1.1 * hour)
    await setup.verify(link.invoice_id)
    const annaLater = await login(api, anna.account)
    const freshInvoice = await invoiceFor(annaLater, order.id)
    await setup.faults()
    await setup.pay(freshInvoice)
    await setup.verify(freshInvoice.invoice_id)
    await setup.verify(link.invoice_id)
    expect([await stateOf(freshInvoice.invoice_id), await stateOf(link.invoice_id)]).toEqual(['paid', 'paid'])
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([
      { kind: 'unconfirmed', state: 'resolved' },
      { kind: 'double_payment', state: 'open' },
    ])
    expect(await creditsOf(anna)).toMatchObject([{ reason: 'double_payment', spent_payment_id: null }])
    expect(await moneyViolations(api.ctx.db)).toEqual([])
  })

  test('money that the provider keeps for now blocks a second link, and after a day is shown to a person', async () => {
    const { anna, order } = await draftOrder(api)
    const link = await invoiceFor(anna, order.id)
    await setup.faults({ kind: 'state_50', inv_id: link.invoice_id, ms: 40 * hour })
    await setup.pay(link)
    await setup.letPass(2 * hour)
    await setup.verify(link.invoice_id)
    expect([await stateOf(link.invoice_id), await casesOf(api.ctx.db, link.invoice_id)]).toEqual([
      'pending',
      [],
    ])
    await setup.letPass(23 * hour)
    await setup.verify(link.invoice_id)
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'stuck', state: 'open' }])
    expect((await invoiceFor(await login(api, anna.account), order.id)).invoice_id).toBe(link.invoice_id)
    await setup.letPass(16 * hour)
    await sweepPayments()
    expect(await stateOf(link.invoice_id)).toBe('paid')
    expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'stuck', state: 'resolved' }])
  })
})

test('money that became a credit does not go back as well when its listing is taken away', async () => {
  const { anna, order, link } = await createSuperseded()
  await setup.pay(link)
  await setup.verify(link.invoice_id)
  await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
  expect(await stateOf(link.invoice_id)).toBe('paid')
  expect(await creditsOf(anna)).toContainEqual(expect.objectContaining({ reason: 'double_payment' }))
  expect(await moneyViolations(api.ctx.db)).toEqual([])
})

test('money that the bank took back is neither a credit nor a refund', async () => {
  const { anna, order } = await draftOrder(api)
  const link = await invoiceFor(anna, order.id)
  await setup.pay(link)
  await setup.verify(link.invoice_id)
  const { id, call } = await moderator(api)
  const body = { amount: 2500, happened_at: api.ctx.now().toISOString(), reason: 'письмо банка' }
  const params = { id: link.invoice_id }
  // A chargeback cannot be larger than the payment.
  const moreThanPaid = call('POST /api/admin/payments/:id/chargeback', {
    params,
    body: { ...body, amount: 2500.01 },
  })
  await expect(moreThanPaid).rejects.toMatchObject({
    problem: { code: 'amount_mismatch', details: { expected: 2500 } },
  })
  await call('POST /api/admin/payments/:id/chargeback', { params, body })
  const ctx = { ...api.ctx, viewer: { id } } as Parameters<typeof compensatePayment>[0]
  for (const compensation of ['credit', 'refund'] as const)
    await expect(
      compensatePayment(
        ctx,
        { payment_id: link.invoice_id, how: compensation, reason: 'по просьбе' },
        async () => {},
      ),
    ).rejects.toMatchObject({ code: 'wrong_state' })
  expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'chargeback', state: 'open' }])
  expect(await creditsOf(anna)).toEqual([])
})

test('the bank may take back any part, and nothing is no part', async () => {
  const { anna, order } = await draftOrder(api)
  const link = await invoiceFor(anna, order.id)
  await setup.pay(link)
  await setup.verify(link.invoice_id)
  const { call } = await moderator(api)
  const recordChargeback = (amount: number) => {
    const body = { amount, happened_at: api.ctx.now().toISOString(), reason: 'письмо банка' }
    return codeOf(call('POST /api/admin/payments/:id/chargeback', { params: { id: link.invoice_id }, body }))
  }
  expect(await recordChargeback(0)).not.toBe('accepted')
  expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([])
  expect(await recordChargeback(0.01)).toBe('accepted')
  expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'chargeback', state: 'open' }])
})

test('who leaves with an unspent credit gets its money back the way it came', async () => {
  const { anna, link } = await createSuperseded()
  await setup.pay(link)
  await setup.verify(link.invoice_id)
  expect(await creditsOf(anna)).toContainEqual(expect.objectContaining({ spent_payment_id: null }))
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  expect(await stateOf(link.invoice_id)).toBe('refund_pending')
  // A credit granted by staff was not paid for, so no money is refunded for it.
  expect(await creditsOf(anna)).toEqual([expect.objectContaining({ reason: 'granted' })])
  for (const refund of await claimRefunds(api.ctx, 10))
    await recordRefundStep(api.ctx, refund.id, await takeRefundStep(api.ctx, refund))
  await setup.letPass(60_000)
  for (const refund of await claimRefunds(api.ctx, 10))
    await recordRefundStep(api.ctx, refund.id, await takeRefundStep(api.ctx, refund))
  expect(await stateOf(link.invoice_id)).toBe('refunded')
  expect(await casesOf(api.ctx.db, link.invoice_id)).toEqual([{ kind: 'double_payment', state: 'resolved' }])
})

test('the money of somebody who has left goes back, and is never a credit', async () => {
  const { anna, order } = await draftOrder(api)
  const link = await invoiceFor(anna, order.id)
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  await setup.pay(link)
  await setup.verify(link.invoice_id)
  expect(await stateOf(link.invoice_id)).toBe('refund_pending')
  expect(await creditsOf(anna)).toEqual([])
  await api.ctx.db
    .insertInto('payment_cases')
    .values({
      kind: 'refund_failed',
      invoice_id: link.invoice_id,
      payment_id: link.invoice_id,
      details: '{}',
      opened_at: api.ctx.now().toISOString(),
    })
    .execute()
  const { id } = await moderator(api)
  const ctx = { ...api.ctx, viewer: { id } } as Parameters<typeof compensatePayment>[0]
  const compensation = { payment_id: link.invoice_id, how: 'credit', reason: 'по просьбе' } as const
  await expect(compensatePayment(ctx, compensation, async () => {})).rejects.toMatchObject({
    code: 'payer_deleted',
  })
})
