import { beforeAll, describe, expect, test } from 'vitest'
import { expireInvoices } from '#services/payments/verification/inquiries.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { client, login, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

/**
 * Tests every answer of the provider about an invoice with every state that we have stored for it. After the answer,
 * the test checks payment, listing and open cases. Payments are made on the provider's own page, and its answers are
 * set with its fault panel.
 */

const hour = 60 * 60_000

const providerAnswers = {
  'paid (100)': [],
  'started (5)': [{ kind: 'state_code', code: 5 }],
  'held (20)': [{ kind: 'state_code', code: 20 }],
  'received, not credited (50)': [{ kind: 'state_code', code: 50 }],
  'suspended (80)': [{ kind: 'state_code', code: 80 }],
  'cancelled (10)': [{ kind: 'state_code', code: 10 }],
  'returned (60)': [{ kind: 'state_code', code: 60 }],
  'a state nobody knows (77)': [{ kind: 'state_code', code: 77 }],
  'not found': [{ kind: 'state_not_found' }],
  'two operations': [{ kind: 'two_operations' }],
  'wrong signature': [{ kind: 'result_code', code: 1 }],
  'an error of its own': [{ kind: 'result_code', code: 1000 }],
  'no answer': [{ kind: 'state_answer', how: '500' }],
  'paid, the price': [{ kind: 'state_gross' }],
  'paid, less the largest fee': [{ kind: 'state_code', code: 100, out_sum: '2125.000000' }],
  'a kopeck less than that': [{ kind: 'state_code', code: 100, out_sum: '2124.990000' }],
  'a kopeck more than the price': [{ kind: 'state_code', code: 100, out_sum: '2500.010000' }],
  'paid, no sum': [{ kind: 'state_code', code: 100, out_sum: '' }],
} as const
type ProviderAnswer = keyof typeof providerAnswers
const answers = Object.keys(providerAnswers) as ProviderAnswer[]

let setup: ProviderSetup
/** A shop whose payments are in test mode. */
let trialSetup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
  trialSetup = await setUpProvider({ ROBOKASSA_IS_TEST: 'true' })
})

type KnownOrder = { invoice: Invoice; author: Person; order_id: number }

/**
 * Creates orders, each with an invoice. Several authors share the orders, because an author may post only ten a day.
 */
async function openInvoicedOrders({ api }: ProviderSetup, count: number): Promise<KnownOrder[]> {
  const authors = Array.from({ length: Math.ceil(count / 8) }, () => client(api))
  const orders = Array.from({ length: count }, async (_, index) => {
    const { anna, order } = await draftOrder(api, {}, await authors[index % authors.length])
    return { invoice: await invoiceFor(anna, order.id), author: anna, order_id: order.id }
  })
  return Promise.all(orders)
}

/** Returns a plan in which each fault occurs once for each invoice. */
const plan = (faults: readonly object[], orders: KnownOrder[]) =>
  orders.flatMap(({ invoice }) => faults.map((fault) => ({ ...fault, inv_id: invoice.invoice_id })))

async function payAll(orders: KnownOrder[], ...faults: object[]): Promise<void> {
  await setup.faults(...plan(faults, orders))
  await Promise.all(orders.map(({ invoice }) => setup.pay(invoice)))
}

async function verify({ invoice }: KnownOrder): Promise<void> {
  // If the provider is unavailable, the error is ignored, because the provider is asked again later.
  await setup.verify(invoice.invoice_id).catch((error) => expect(error.name).toBe('RobokassaUnavailable'))
}

/** Functions that bring invoices into a state before the provider is asked. */
const preparations = {
  created: (orders) => payAll(orders, { kind: 'drop' }),
  pending: (orders) => payAll(orders),
  'pending for an hour': async (orders) => {
    await payAll(orders)
    await setup.letPass(hour)
  },
  'pending for a day': async (orders) => {
    await payAll(orders)
    await setup.letPass(25 * hour)
  },
  expired: async (orders) => {
    await payAll(orders, { kind: 'drop' })
    await setup.letPass(25 * hour)
    await expireInvoices(setup.api.ctx)
  },
  failed: async (orders) => {
    await payAll(orders, { kind: 'state_60' })
    await Promise.all(orders.map(verify))
    // The buyer opens the payment link a second time, and the bank now accepts the payment.
    await payAll(orders, { kind: 'drop' })
  },
  paid: async (orders) => {
    await payAll(orders)
    await Promise.all(orders.map(verify))
  },
  refund_pending: async (orders) => {
    await preparations.paid(orders)
    for (const { author, order_id } of orders)
      await author.call('DELETE /api/projects/delete', { body: { project_id: order_id } })
  },
  refunded: async (orders) => {
    await preparations.refund_pending(orders)
    for (let step = 0; step < 3; step += 1) {
      await takeSteps(setup.api.ctx)
      await setup.letPass(hour / 4)
    }
  },
} satisfies Record<string, (orders: KnownOrder[]) => Promise<unknown>>
type PaymentStage = keyof typeof preparations

async function outcomeOf({ api }: ProviderSetup, { invoice, order_id }: KnownOrder): Promise<string> {
  const { db } = api.ctx
  const payment = db.selectFrom('payments').select('state').where('id', '=', invoice.invoice_id)
  const listing = db.selectFrom('listings').select('status').where('id', '=', order_id)
  const cases = await db
    .selectFrom('payment_cases')
    .select('kind')
    .where('invoice_id', '=', invoice.invoice_id)
    .where('state', '=', 'open')
    .orderBy('kind')
    .execute()
  const { state } = await payment.executeTakeFirstOrThrow()
  const { status } = await listing.executeTakeFirstOrThrow()
  return [state, status, ...cases.map(({ kind }) => kind)].join(' ')
}

/**
 * Expected result for each stored state and each answer of the provider. `else` is the result of the answers without an
 * entry.
 */
const table: Record<PaymentStage, Partial<Record<ProviderAnswer, string>> & { else: string }> = {
  created: {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less than that': 'created awaiting_payment amount_mismatch',
    'a kopeck more than the price': 'created awaiting_payment amount_mismatch',
    'paid, no sum': 'created awaiting_payment amount_mismatch',
    else: 'created awaiting_payment',
  },
  pending: {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less than that': 'paid moderation amount_mismatch',
    'a kopeck more than the price': 'paid moderation amount_mismatch',
    'paid, no sum': 'paid moderation',
    else: 'pending awaiting_payment',
  },
  'pending for an hour': {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'returned (60)': 'failed draft',
    'held (20)': 'pending awaiting_payment',
    'received, not credited (50)': 'pending awaiting_payment',
    'suspended (80)': 'pending awaiting_payment',
    'no answer': 'pending awaiting_payment',
    'a kopeck less than that': 'paid moderation amount_mismatch',
    'a kopeck more than the price': 'paid moderation amount_mismatch',
    'paid, no sum': 'paid moderation',
    else: 'expired draft unconfirmed',
  },
  'pending for a day': {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'returned (60)': 'failed draft',
    'held (20)': 'pending awaiting_payment stuck',
    'received, not credited (50)': 'pending awaiting_payment stuck',
    'suspended (80)': 'pending awaiting_payment stuck',
    'no answer': 'pending awaiting_payment',
    'a kopeck less than that': 'paid moderation amount_mismatch',
    'a kopeck more than the price': 'paid moderation amount_mismatch',
    'paid, no sum': 'paid moderation',
    else: 'expired draft unconfirmed',
  },
  expired: {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less than that': 'expired draft amount_mismatch',
    'a kopeck more than the price': 'expired draft amount_mismatch',
    else: 'expired draft',
  },
  failed: {
    'paid (100)': 'paid moderation',
    'paid, the price': 'paid moderation',
    'paid, less the largest fee': 'paid moderation',
    'a kopeck less than that': 'failed draft amount_mismatch',
    'a kopeck more than the price': 'failed draft amount_mismatch',
    else: 'failed draft',
  },
  paid: { else: 'paid moderation' },
  refund_pending: { else: 'refund_pending refunded' },
  refunded: { else: 'refunded refunded' },
}

/**
 * Answers of the provider that are tried for each state. If all answers have the same result, a few of each kind are
 * enough.
 */
const sampleAnswers: ProviderAnswer[] = [
  'paid (100)',
  'not found',
  'returned (60)',
  'two operations',
  'a kopeck less than that',
  'no answer',
]
const answersByStage: Record<PaymentStage, readonly ProviderAnswer[]> = {
  created: answers,
  pending: answers,
  'pending for an hour': answers.filter((answer) => answer !== 'paid (100)'),
  'pending for a day': [
    'held (20)',
    'suspended (80)',
    'not found',
    'no answer',
    'a kopeck more than the price',
  ],
  expired: sampleAnswers,
  failed: sampleAnswers,
  paid: sampleAnswers,
  refund_pending: sampleAnswers,
  refunded: sampleAnswers,
}

test.each(Object.keys(table) as PaymentStage[])(
  'an invoice that is %s, and what the provider says of it',
  async (stage) => {
    const orders = await openInvoicedOrders(setup, answersByStage[stage].length)
    await preparations[stage](orders)
    await setup.faults(
      ...answersByStage[stage].flatMap((answer, index) =>
        plan(providerAnswers[answer], orders.slice(index, index + 1)),
      ),
    )
    await Promise.all(orders.map(verify))
    await setup.faults()
    const outcomes = await Promise.all(orders.map((one) => outcomeOf(setup, one)))
    const results = answersByStage[stage].map((answer, index) => `${answer}: ${outcomes[index]}`)
    expect(results).toEqual(
      answersByStage[stage].map((answer) => `${answer}: ${table[stage][answer] ?? table[stage].else}`),
    )
  },
)

describe('a test of the payment page', () => {
  const withTestMode = ({ payment_url, ...invoice }: Invoice, is_test: boolean): Invoice => {
    const url = new URL(payment_url)
    url.searchParams.delete('IsTest')
    if (is_test) url.searchParams.set('IsTest', '1')
    return { ...invoice, payment_url: url.href }
  }

  test('moves no live order: the flag is not signed, a payer may write it into the link', async () => {
    const orders = await openInvoicedOrders(setup, 1)
    for (const { invoice } of orders) await setup.pay(withTestMode(invoice, true))
    await Promise.all(orders.map(verify))
    expect(await Promise.all(orders.map((one) => outcomeOf(setup, one)))).toEqual([
      'created awaiting_payment test_in_live',
    ])
  })

  test.each([
    ['told and not known to the provider', true, [], 'paid moderation'],
    ['untold and not known to the provider', true, [{ kind: 'drop' }], 'created awaiting_payment'],
    ['paid with live money', false, [], 'paid moderation'],
    ['paid with live money that nobody told of', false, [{ kind: 'drop' }], 'paid moderation'],
    ['told with another sum', true, [{ kind: 'wrong_amount' }], 'created awaiting_payment amount_mismatch'],
  ])('of a shop in test mode: %s', async (_, is_test, faults, expectedOutcome) => {
    const [one] = await openInvoicedOrders(trialSetup, 1)
    if (!one) throw new Error('no invoice')
    await trialSetup.faults(...faults)
    await trialSetup.pay(withTestMode(one.invoice, is_test))
    await trialSetup.verify(one.invoice.invoice_id)
    expect(await outcomeOf(trialSetup, one)).toBe(expectedOutcome)
  })
})

test('money that is being confirmed is not asked for twice: the same invoice, and no second one', async () => {
  const [one] = await openInvoicedOrders(setup, 1)
  if (!one) throw new Error('no invoice')
  await setup.pay(one.invoice)
  // The invoice is still pending after its payment link has expired.
  await setup.letPass(25 * hour)
  const annaInvoice = await invoiceFor(await login(setup.api, one.author.account), one.order_id)
  expect(annaInvoice).toMatchObject({ invoice_id: one.invoice.invoice_id, state: 'pending' })
  const payments = setup.api.ctx.db.selectFrom('payments').select('id').where('listing_id', '=', one.order_id)
  expect(await payments.execute()).toHaveLength(1)
})
