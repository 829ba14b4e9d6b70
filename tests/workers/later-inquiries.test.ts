import { beforeAll, expect, test } from 'vitest'
import { expireInvoices } from '#services/payments/verification/inquiries.ts'
import { makeLateInquiry } from '#services/payments/verification/later-inquiries.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'

const day = 86_400_000
let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

async function createPaid() {
  const { anna, order } = await draftOrder(setup.api)
  const invoice = await invoiceFor(anna, order.id)
  await setup.pay(invoice)
  await setup.letPass(60_000)
  await setup.verify(invoice.invoice_id)
  return { order, id: invoice.invoice_id }
}

/**
 * Makes all late inquiries about old payments, as the workers do, until none is left.
 * @returns the ids of the payments
 */
async function makeAllInquiries(): Promise<number[]> {
  const inquiredIds: number[] = []
  for (;;) {
    await setup.api.ctx.redis.del('later-inquiry')
    const id = await makeLateInquiry(setup.api.ctx)
    if (id === undefined) return inquiredIds
    inquiredIds.push(id)
  }
}

const rowOf = (id: number) =>
  setup.api.ctx.db
    .selectFrom('payments')
    .select(['state', 'amount', 'paid_at', 'refunded_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const casesOf = (id: number) =>
  setup.api.ctx.db
    .selectFrom('payment_cases')
    .select(['kind', 'state', 'details'])
    .where('payment_id', '=', id)
    .execute()

test('a paid invoice is asked about after 1, 7 and 40 days, and no more', async () => {
  const { id } = await createPaid()
  const inquiryDays: number[] = []
  let daysBefore = 0
  // Inquiries are expected on some of these days. On the days before and after them, no inquiry may be made.
  for (const daysPassed of [1, 2, 6, 7, 8, 39, 40, 41, 80]) {
    await setup.letPass((daysPassed - daysBefore) * day)
    daysBefore = daysPassed
    if ((await makeAllInquiries()).includes(id)) inquiryDays.push(daysPassed)
  }
  expect(inquiryDays).toEqual([1, 7, 40])
  const { checks } = await setup.api.ctx.db
    .selectFrom('payments')
    .select('checks')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(checks).toBe(3)
  expect(await casesOf(id)).toEqual([])
})

test.each([
  ['gave the money back', 60],
  ['suspended it', 80],
])('that the provider %s is a case; the payment stays as it is', async (_, state) => {
  const { id } = await createPaid()
  const rowBefore = await rowOf(id)
  await setup.letPass(2 * day)
  expect(await makeAllInquiries()).toContain(id)
  expect(await casesOf(id)).toEqual([])
  await setup.robokassa.post('/_control/reconsider', { InvId: id, state })
  await setup.letPass(6 * day)
  expect(await makeAllInquiries()).toContain(id)
  expect(await casesOf(id)).toMatchObject([
    { kind: 'state_changed', state: 'open', details: { state_code: state } },
  ])
  expect(await rowOf(id)).toEqual(rowBefore)
  await setup.letPass(40 * day)
  expect(await makeAllInquiries()).not.toContain(id)
})

test('money that nobody heard of is found days after the end of its link', async () => {
  const { order, ...draft } = await draftOrder(setup.api)
  const invoice = await invoiceFor(draft.anna, order.id)
  await setup.robokassa.post('/_control', { faults: [{ kind: 'drop' }] })
  await setup.pay(invoice)
  await setup.robokassa.post('/_control', { faults: [] })
  await setup.letPass(8 * day)
  await expireInvoices(setup.api.ctx)
  expect((await rowOf(invoice.invoice_id)).state).toBe('expired')
  expect(await makeAllInquiries()).toEqual([invoice.invoice_id])
  expect((await rowOf(invoice.invoice_id)).state).toBe('paid')
  const listing = setup.api.ctx.db.selectFrom('listings').select('status').where('id', '=', order.id)
  expect(await listing.executeTakeFirstOrThrow()).toEqual({ status: 'moderation' })
})

test('all processes together ask one question a second', async () => {
  const ids = [await createPaid(), await createPaid()].map(({ id }) => id)
  await setup.letPass(2 * day)
  await setup.api.ctx.redis.del('later-inquiry')
  const inquiries = await Promise.all([1, 2, 3].map(() => makeLateInquiry(setup.api.ctx)))
  expect(inquiries.filter((id) => id !== undefined)).toHaveLength(1)
  const ttlMs = await setup.api.ctx.redis.pttl('later-inquiry')
  expect(ttlMs).toBeGreaterThan(0)
  expect(ttlMs).toBeLessThanOrEqual(1000)
  expect([...inquiries, ...(await makeAllInquiries())]).toEqual(expect.arrayContaining(ids))
})

test('a question that nobody answered is asked again an hour later', async () => {
  const { id } = await createPaid()
  await setup.letPass(2 * day)
  await setup.faults({ kind: 'state_answer', how: '500', inv_id: id, times: 1 })
  await expect(makeAllInquiries()).rejects.toThrow('no answer')
  expect(await makeAllInquiries()).not.toContain(id)
  await setup.letPass(61 * 60_000)
  expect(await makeAllInquiries()).toContain(id)
})

test('an answer that is about no operation says nothing of the money: it is asked again', async () => {
  const { id } = await createPaid()
  await setup.letPass(2 * day)
  await setup.faults({ kind: 'result_code', code: 1000, inv_id: id, times: 1 })
  expect(await makeAllInquiries()).toContain(id)
  expect(await casesOf(id)).toEqual([])
  await setup.letPass(61 * 60_000)
  expect(await makeAllInquiries()).toContain(id)
  expect(await casesOf(id)).toEqual([])
})

test('a link that can still be paid and money on its way back are asked about by others', async () => {
  const { anna, order } = await draftOrder(setup.api)
  const { invoice_id } = await invoiceFor(anna, order.id)
  const { id } = await createPaid()
  const next_check_at = setup.api.ctx.now().toISOString()
  await placeRows(setup.api.owner, 'payments', { id: invoice_id }, { next_check_at })
  await placeRows(setup.api.owner, 'payments', { id }, { state: 'refund_pending', next_check_at })
  await setup.letPass(1000)
  const inquiredIds = await makeAllInquiries()
  expect([invoice_id, id].filter((one) => inquiredIds.includes(one))).toEqual([])
})
