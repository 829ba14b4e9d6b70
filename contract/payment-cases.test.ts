import { expect, test } from 'vitest'
import {
  actsOf,
  type CasePayment,
  type PaymentCaseKind,
  paymentCaseKinds,
  paymentCases,
} from './payment-cases.ts'
import en from './texts/en/admin.json' with { type: 'json' }
import ru from './texts/ru/admin.json' with { type: 'json' }

test.each(paymentCaseKinds)('a case of kind %s has a name in both languages and can be ended', (kind) => {
  for (const key of [`admin.payments.case.${kind}`, `admin.cases.what.${kind}`])
    expect([key, key in ru, key in en]).toEqual([key, true, true])
  // Every case of money has an act that only records what happened outside the product.
  expect(paymentCases[kind].some((act) => act === 'accept' || act === 'returned')).toBe(true)
})

const paid: CasePayment = {
  state: 'paid',
  rail: 'robokassa',
  has_credit: false,
  is_credit_spent: false,
  is_payer_gone: false,
}
const casesOfPayments: [PaymentCaseKind, Partial<CasePayment> | null, string][] = [
  ['double_payment', {}, 'refund credit returned accept'],
  ['double_payment', { rail: 'stars' }, 'refund credit returned accept'],
  ['double_payment', { rail: 'credit' }, 'accept'],
  ['double_payment', { is_credit_spent: true }, 'credit returned accept'],
  ['double_payment', { is_payer_gone: true }, 'refund returned accept'],
  ['double_payment', { state: 'refund_pending' }, 'returned accept'],
  ['double_payment', { state: 'refunded' }, 'accept'],
  ['double_payment', { state: 'expired', is_payer_gone: true }, 'returned accept'],
  ['refund_failed', {}, 'refund credit returned'],
  ['refund_failed', { state: 'refund_pending' }, 'refund credit returned'],
  ['refund_failed', { state: 'refund_pending', is_payer_gone: true }, 'refund returned'],
  ['refund_failed', { state: 'refund_pending', rail: 'credit' }, ''],
  ['amount_mismatch', { state: 'pending' }, 'check apply returned accept'],
  ['amount_mismatch', { state: 'expired', rail: 'stars' }, 'apply returned accept'],
  ['amount_mismatch', { state: 'refund_pending' }, 'check returned accept'],
  ['amount_mismatch', {}, 'refund credit returned accept'],
  ['stuck', { state: 'pending' }, 'check apply'],
  ['stuck', { state: 'refund_pending' }, 'check returned'],
  ['stuck', {}, ''],
  ['orphan', null, 'returned accept'],
  ['stuck', null, 'returned'],
  ['unconfirmed', null, 'accept'],
]

test.each(casesOfPayments)(
  'a case of kind %s with the payment %o can be ended by: %s',
  (kind, changes, acts) => {
    expect(actsOf(kind, changes && { ...paid, ...changes }).join(' ')).toBe(acts)
  },
)
