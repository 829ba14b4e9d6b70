import { beforeAll, describe, expect, test } from 'vitest'
import { lapseInvoices } from '#services/payments/inquiries.ts'
import { draftOrder, type Invoice, invoiceFor } from '#tests/support/order-life.ts'
import type { Person } from '#tests/support/people.ts'
import { type Market, openMarket } from '#tests/support/provider.ts'
import { takeSteps } from '#workers/refunds.ts'

/**
 * What the provider says of an invoice, times what we thought of it: payment, listing and open cases afterwards. Money
 * is paid on the provider's own page; what it then says is set on its faults panel.
 */

const hour = 60 * 60_000

const says = {
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
  'a kopeck less': [{ kind: 'state_code', code: 100, out_sum: '2499.990000' }],
  'a kopeck more': [{ kind: 'state_code', code: 100, out_sum: '2500.010000' }],
} as const
type Answer = keyof typeof says
const answers = Object.keys(says) as Answer[]

let market: Market
beforeAll(async () => {
  market = await openMarket()
})

type Known = { invoice: Invoice; author: Person; order_id: number }

/** Orders with an invoice each; nobody may post more than ten a day. */
async function invoiced(count: number): Promise<Known[]> {
  const known: Known[] = []
  let author: Person | undefined
  for (let made = 0; made < count; made += 1) {
    const { anna, order } = await draftOrder(market.api, {}, made % 8 === 0 ? undefined : author)
    author = anna
    known.push({ invoice: await invoiceFor(anna, order.id), author: anna, order_id: order.id })
  }
  return known
}

/** Each fault once for each of the invoices that it is planned for. */
const plan = (faults: readonly object[], known: Known[]) =>
  known.flatMap(({ invoice }) => faults.map((fault) => ({ ...fault, inv_id: invoice.invoice_id })))

async function payAll(known: Known[], ...faults: object[]): Promise<void> {
  await market.faults(...plan(faults, known))
  for (const { invoice } of known) await market.pay(invoice)
}

async function verify({ invoice }: Known): Promise<void> {
  // The inquiry is repeated later.
  await market.verify(invoice.invoice_id).catch((error) => expect(error.name).toBe('RobokassaUnavailable'))
}

/** Ways in which an invoice came to be what it is before the provider is asked. */
const ways = {
  created: (known) => payAll(known, { kind: 'drop' }),
  pending: (known) => payAll(known),
  'pending for an hour': async (known) => {
    await payAll(known)
    await market.letPass(hour)
  },
  'pending for a day': async (known) => {
    await payAll(known)
    await market.letPass(25 * hour)
  },
  expired: async (known) => {
    await payAll(known, { kind: 'drop' })
    await market.letPass(25 * hour)
    await lapseInvoices(market.api.ctx)
  },
  failed: async (known) => {
    await payAll(known, { kind: 'state_60' })
    for (const one of known) await verify(one)
    // The link is opened again, and now the bank gives the money.
    await payAll(known, { kind: 'drop' })
  },
  paid: async (known) => {
    await payAll(known)
    for (const one of known) await verify(one)
  },
  refund_pending: async (known) => {
    await ways.paid(known)
    for (const { author, order_id } of known)
      await author.call('DELETE /api/projects/delete', { body: { project_id: order_id } })
  },
  refunded: async (known) => {
    await ways.refund_pending(known)
    for (let step = 0; step < 3; step += 1) {
      await takeSteps(market.api.ctx)
      await market.letPass(hour / 4)
    }
  },
} satisfies Record<string, (known: Known[]) => Promise<unknown>>
type Way = keyof typeof ways

async function fateOf({ invoice, order_id }: Known): Promise<string> {
  const { db } = market.api.ctx
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

/** What each way comes to; `else` stands for every answer that is not named. */
const table: Record<Way, Partial<Record<Answer, string>> & { else: string }> = {
  created: {
    'paid (100)': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less': 'created awaiting_payment amount_mismatch',
    'a kopeck more': 'created awaiting_payment amount_mismatch',
    else: 'created awaiting_payment',
  },
  pending: {
    'paid (100)': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less': 'pending awaiting_payment amount_mismatch',
    'a kopeck more': 'pending awaiting_payment amount_mismatch',
    else: 'pending awaiting_payment',
  },
  'pending for an hour': {
    'paid (100)': 'paid moderation',
    'returned (60)': 'failed draft',
    'held (20)': 'pending awaiting_payment',
    'received, not credited (50)': 'pending awaiting_payment',
    'suspended (80)': 'pending awaiting_payment',
    'no answer': 'pending awaiting_payment',
    'a kopeck less': 'pending awaiting_payment amount_mismatch',
    'a kopeck more': 'pending awaiting_payment amount_mismatch',
    else: 'expired draft unconfirmed',
  },
  'pending for a day': {
    'paid (100)': 'paid moderation',
    'returned (60)': 'failed draft',
    'held (20)': 'pending awaiting_payment stuck',
    'received, not credited (50)': 'pending awaiting_payment stuck',
    'suspended (80)': 'pending awaiting_payment stuck',
    'no answer': 'pending awaiting_payment',
    'a kopeck less': 'pending awaiting_payment amount_mismatch',
    'a kopeck more': 'pending awaiting_payment amount_mismatch',
    else: 'expired draft unconfirmed',
  },
  expired: {
    'paid (100)': 'paid moderation',
    'returned (60)': 'failed draft',
    'a kopeck less': 'expired draft amount_mismatch',
    'a kopeck more': 'expired draft amount_mismatch',
    else: 'expired draft',
  },
  failed: {
    'paid (100)': 'paid moderation',
    'a kopeck less': 'failed draft amount_mismatch',
    'a kopeck more': 'failed draft amount_mismatch',
    else: 'failed draft',
  },
  paid: { else: 'paid moderation' },
  refund_pending: { else: 'refund_pending refunded' },
  refunded: { else: 'refunded refunded' },
}

describe.each(Object.keys(table) as Way[])('an invoice that is %s', (way) => {
  test('and all that the provider can say', async () => {
    const known = await invoiced(answers.length)
    await ways[way](known)
    await market.faults(...answers.flatMap((answer, index) => plan(says[answer], known.slice(index, index + 1))))
    for (const one of known) await verify(one)
    await market.faults()
    const found: Record<string, string> = {}
    for (const [index, answer] of answers.entries()) found[answer] = await fateOf(known[index] as Known)
    expect(found).toEqual(Object.fromEntries(answers.map((answer) => [answer, table[way][answer] ?? table[way].else])))
  })
})
