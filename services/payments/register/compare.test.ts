import { expect, test } from 'vitest'
import type { PaymentState } from '#contract/lifecycle.ts'
import { compareOperation, creditedFee, type OwnPayments } from './compare.ts'
import type { Operation } from './parse.ts'

const operation = (change: Partial<Operation> = {}): Operation => ({
  key: 'a',
  op_key: null,
  type: 'payment',
  invoice_id: 7,
  amount: 250_000,
  currency: 'RUB',
  fee: null,
  at: new Date('2026-03-01T10:00:00Z'),
  ...change,
})
function books(state?: PaymentState, op_key: string | null = null): OwnPayments {
  const payment = state && { id: 7, state, amount: 250_000, op_key }
  return { payments: new Map(payment ? [[7, payment]] : []), reported: new Map(), max_fee_percent: 15 }
}

test.each<[PaymentState | undefined, Operation['type'], string]>([
  [undefined, 'payment', 'surplus'],
  ['created', 'payment', 'late'],
  ['pending', 'payment', 'late'],
  ['expired', 'payment', 'late'],
  ['failed', 'payment', 'late'],
  ['paid', 'payment', 'matched'],
  ['refund_pending', 'payment', 'matched'],
  ['refunded', 'payment', 'matched'],
  [undefined, 'refund', 'returned_outside'],
  ['created', 'refund', 'late'],
  ['pending', 'refund', 'late'],
  ['expired', 'refund', 'late'],
  ['failed', 'refund', 'late'],
  ['paid', 'refund', 'returned_outside'],
  ['refund_pending', 'refund', 'matched'],
  ['refunded', 'refund', 'matched'],
])('invoice %s, %s: %s', (state, type, verdict) => {
  expect(compareOperation(books(state), operation({ type }))).toBe(verdict)
})

test('another sum or currency than ours does not match', () => {
  expect(compareOperation(books('paid'), operation({ amount: 212_499 }))).toBe('mismatched')
  expect(compareOperation(books('paid'), operation({ amount: 250_001 }))).toBe('mismatched')
  expect(compareOperation(books('paid'), operation({ currency: 'USD' }))).toBe('mismatched')
})

test('a price less a usual fee matches, whichever sum the register has', () => {
  const fees = (change: Partial<Operation>) => {
    const told = operation(change)
    return [compareOperation(books('paid'), told), creditedFee(books('paid'), told)]
  }
  expect(fees({})).toEqual(['matched', 0])
  expect(fees({ fee: 9_750 })).toEqual(['matched', 9_750])
  expect(fees({ amount: 240_250 })).toEqual(['matched', 9_750])
  expect(fees({ amount: 240_250, fee: 9_750 })).toEqual(['matched', 9_750])
  expect(fees({ amount: 212_500 })).toEqual(['matched', 37_500])
  // The provider's fee is above the largest usual fee. It follows once from the credited sum, and once from the column
  // of the fee.
  expect(fees({ amount: 212_499 })).toEqual(['mismatched', null])
  expect(fees({ fee: 37_501 })).toEqual(['mismatched', null])
})

test('a second payment, or one with another key, is surplus', () => {
  const own = books('paid')
  expect(compareOperation(own, operation())).toBe('matched')
  expect(compareOperation(own, operation({ key: 'b' }))).toBe('surplus')
  expect(compareOperation(books('paid', 'ours'), operation({ op_key: 'ours' }))).toBe('matched')
  expect(compareOperation(books('paid', 'ours'), operation({ op_key: 'theirs' }))).toBe('surplus')
  // The provider's key may be missing in one of the two operations that are compared.
  expect(compareOperation(books('paid', 'ours'), operation())).toBe('matched')
  expect(compareOperation(books('paid'), operation({ op_key: 'theirs' }))).toBe('matched')
})

test('a refund does not make its payment surplus', () => {
  const own = books('refunded')
  expect(compareOperation(own, operation({ type: 'refund' }))).toBe('matched')
  expect(compareOperation(own, operation({ key: 'b' }))).toBe('matched')
})
