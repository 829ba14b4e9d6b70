import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { earnMoney } from '#services/payments/money/ledger.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import {
  draftOrder,
  type Invoice,
  invoiceFor,
  publishedOrder,
  resultOf,
} from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, moderator } from '#tests/support/people/people.ts'

const minute = 60_000
const day = 24 * 60 * minute
let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

const db = () => setup.api.owner

/** Returns the violations that the database view reports for a payment or a listing. */
async function violations(subject: { payment_id: number } | { listing_id: number }): Promise<string[]> {
  const rows = await db()
    .selectFrom('payment_invariant_violations')
    .select('violation')
    .where((eb) => eb.and(subject))
    .execute()
  return rows.map(({ violation }) => violation ?? '').sort()
}

/** Marks a payment as paid without applying the purchase, as a bug would. */
async function skipBooking(payment_id: number): Promise<void> {
  const { ctx } = setup.api
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (!payment) throw new Error('no such payment')
    const columns = { paid_at: ctx.now().toISOString(), next_check_at: ctx.now().toISOString() }
    await movePayment(ctx, tx, payment, 'paid', 'a test', columns)
  })
}

const changePayment = (payment_id: number, columns: object) =>
  placeRows(db(), 'payments', { id: payment_id }, columns)

const openCase = (payment_id: number) =>
  db()
    .insertInto('payment_cases')
    .values({
      ...{ kind: 'amount_mismatch', invoice_id: payment_id, payment_id, details: '{}' },
      opened_at: setup.api.ctx.now().toISOString(),
    })
    .execute()

/** Pays a link at the Robokassa stand-in and has the product verify the payment. */
async function payAndVerify(invoice: Invoice): Promise<void> {
  await setup.pay(invoice)
  await setup.letPass(minute)
  await setup.verify(invoice.invoice_id)
}

async function openInvoiced() {
  const { anna, order } = await draftOrder(setup.api)
  const invoice = await invoiceFor(anna, order.id)
  return { anna, listing_id: order.id, invoice, payment_id: invoice.invoice_id }
}

async function openInvoicedBoost() {
  const { anna, order } = await publishedOrder(setup.api)
  const boris = await freelancer(setup.api)
  const sentResponse = await boris.call(
    'POST /api/projects/add_resp',
    responseTo(order.id, { response_type: 20 }),
  )
  const payment_url = sentResponse.payment_url ?? ''
  const invoice_id = Number(new URL(payment_url).searchParams.get('InvId'))
  return { anna, boris, response_id: sentResponse.id, payment_id: invoice_id, payment_url }
}

describe('money that is neither used nor known is visible', () => {
  test('a paid order that did not move, until a case is open', async () => {
    const { payment_id } = await openInvoiced()
    expect(await violations({ payment_id })).toEqual([])
    await skipBooking(payment_id)
    expect(await violations({ payment_id })).toEqual(['money_in_suspense', 'paid_not_applied'])
    await openCase(payment_id)
    expect(await violations({ payment_id })).toEqual([])
  })

  test('a paid boost that lifted nothing, also when its response was taken back', async () => {
    const { boris, response_id, payment_id } = await openInvoicedBoost()
    await skipBooking(payment_id)
    expect(await violations({ payment_id })).toEqual(['boost_not_applied', 'money_in_suspense'])
    await boris.call('POST /api/responses/:id/withdraw', { params: { id: response_id } })
    expect(await violations({ payment_id })).toEqual(['boost_not_applied', 'money_in_suspense'])
  })

  test('a boost whose response ended before anybody saw it, and that did not come back', async () => {
    const { response_id, payment_id, payment_url } = await openInvoicedBoost()
    await setup.pay({ payment_url })
    await setup.letPass(minute)
    await setup.verify(payment_id)
    expect(await violations({ payment_id })).toEqual([])
    await placeRows(db(), 'responses', { id: response_id }, { status: 'not_chosen' })
    expect(await violations({ payment_id })).toEqual(['boost_unseen'])
  })

  test('a paid order that no moderator will see', async () => {
    const { listing_id, invoice } = await openInvoiced()
    await payAndVerify(invoice)
    expect(await violations({ listing_id })).toEqual([])
    await db().deleteFrom('moderation_tasks').where('listing_id', '=', listing_id).execute()
    expect(await violations({ listing_id })).toEqual(['moderation_without_task'])
  })

  test('a published order without a payment', async () => {
    const { listing_id } = await openInvoiced()
    const publishedColumns = { status: 'published', published_at: setup.api.ctx.now().toISOString() } as const
    await placeRows(db(), 'listings', { id: listing_id }, publishedColumns)
    expect(await violations({ listing_id })).toEqual(['published_without_payment'])
  })

  test('a first placement paid twice whose second money is nowhere', async () => {
    const { anna, listing_id, payment_id } = await openInvoiced()
    await placeRows(db(), 'payments', { id: payment_id }, { state: 'expired' })
    await payAndVerify(await invoiceFor(anna, listing_id))
    await skipBooking(payment_id)
    expect(await violations({ payment_id: payment_id })).toEqual(['money_in_suspense'])
    expect(await violations({ listing_id })).toEqual(['charged_twice', 'money_in_suspense'])
    await db()
      .transaction()
      .execute((tx) => earnMoney(tx, payment_id))
    expect(await violations({ listing_id })).toEqual(['charged_twice'])
  })

  test('a signed call about an unknown invoice, without its case', async () => {
    const { invoice } = await openInvoiced()
    const link = new URL(invoice.payment_url)
    link.searchParams.set('InvId', '900002')
    const body = resultOf(setup.api, { payment_url: link.href })
    await createCaller(setup.api.server)('POST /pay/robokassa/result', { body })
    expect(await violations({ payment_id: 900_002 })).toEqual([])
    await db().deleteFrom('payment_cases').where('invoice_id', '=', 900_002).execute()
    expect(await violations({ payment_id: 900_002 })).toEqual(['notice_without_payment'])
  })

  test('money of a case that ended by itself, while a person ends it for good', async () => {
    const { payment_id } = await openInvoiced()
    await skipBooking(payment_id)
    await openCase(payment_id)
    const { id: resolved_by } = await moderator(setup.api)
    const end = { state: 'resolved', resolved_at: setup.api.ctx.now().toISOString() } as const
    const cases = db().updateTable('payment_cases').where('payment_id', '=', payment_id)
    await cases.set({ ...end, resolved_by: null }).execute()
    expect(await violations({ payment_id })).toContain('money_in_suspense')
    await openCase(payment_id)
    await cases.set({ ...end, resolved_by }).execute()
    expect(await violations({ payment_id })).not.toContain('money_in_suspense')
  })

  test('a credit that was spent on nothing', async () => {
    const { anna, payment_id } = await openInvoiced()
    await skipBooking(payment_id)
    const credit = { user_id: anna.id, product: 'project', reason: 'granted' } as const
    await db()
      .insertInto('credits')
      .values({ ...credit, source_payment_id: payment_id })
      .execute()
    expect(await violations({ payment_id })).toEqual([])
    const { payment_id: spent_payment_id } = await openInvoiced()
    await db()
      .updateTable('credits')
      .set({ spent_payment_id })
      .where('source_payment_id', '=', payment_id)
      .execute()
    expect(await violations({ payment_id })).toEqual(['money_in_suspense'])
  })
})

describe('a payment that nobody asks about any more is visible', () => {
  const timeAgo = (ms: number) => new Date(Date.now() - ms).toISOString()

  test('when its time has passed by', async () => {
    const { payment_id } = await openInvoiced()
    await changePayment(payment_id, { next_check_at: timeAgo(14 * minute) })
    expect(await violations({ payment_id })).toEqual([])
    await changePayment(payment_id, { next_check_at: timeAgo(16 * minute) })
    expect(await violations({ payment_id })).toEqual(['inquiry_stuck'])
  })

  test('when it has no time, open or on its way back', async () => {
    const { payment_id } = await openInvoiced()
    await changePayment(payment_id, { next_check_at: null })
    expect(await violations({ payment_id })).toEqual(['inquiry_missing'])
    const otherInvoice = await openInvoiced()
    const now = setup.api.ctx.now().toISOString()
    await changePayment(otherInvoice.payment_id, {
      state: 'refund_pending',
      paid_at: now,
      next_check_at: now,
    })
    expect(await violations({ payment_id: otherInvoice.payment_id })).toEqual([])
    await changePayment(otherInvoice.payment_id, { next_check_at: null })
    expect(await violations({ payment_id: otherInvoice.payment_id })).toEqual(['inquiry_missing'])
    await openCase(otherInvoice.payment_id)
    expect(await violations({ payment_id: otherInvoice.payment_id })).toEqual([])
  })

  test('when its link was replaced and may still be paid', async () => {
    const { anna, listing_id, payment_id } = await openInvoiced()
    const credit = { user_id: anna.id, product: 'project', reason: 'granted' } as const
    await db().insertInto('credits').values(credit).execute()
    await invoiceFor(anna, listing_id)
    expect(await violations({ payment_id })).toEqual([])
    await changePayment(payment_id, { next_check_at: null })
    expect(await violations({ payment_id })).toEqual(['link_unwatched'])
    await changePayment(payment_id, { expires_at: timeAgo(39 * day) })
    expect(await violations({ payment_id })).toEqual(['link_unwatched'])
    await changePayment(payment_id, { expires_at: timeAgo(41 * day) })
    expect(await violations({ payment_id })).toEqual([])
  })
})

test('an item has one open invoice, and a new one after the old is over', async () => {
  const { anna, listing_id, payment_id } = await openInvoiced()
  const { id, ...copy } = await db()
    .selectFrom('payments')
    .select(['id', 'kind', 'listing_id', 'payer_id', 'amount', 'rail', 'expires_at'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  await expect(db().insertInto('payments').values(copy).execute()).rejects.toMatchObject({
    constraint: 'payments_one_open_per_item',
  })
  await changePayment(id, { state: 'expired' })
  expect((await invoiceFor(anna, listing_id)).invoice_id).not.toBe(id)
})

test('the history of a payment and the audit cannot be rewritten', async () => {
  await openInvoiced()
  await expect(db().updateTable('payment_events').set({ reason: 'x' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db().deleteFrom('payment_events').execute()).rejects.toThrow('append-only')
  await expect(sql`truncate audit_log`.execute(db())).rejects.toThrow('append-only')
})
