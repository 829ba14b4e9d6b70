import { type PaymentState, payableStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { PaymentCaseKind, RegisterVerdict } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { holdStrayMoney } from '#services/payments/money/ledger.ts'
import { settle } from '#services/payments/verification/settlement.ts'
import type { Operation } from './parse.ts'

type BookedPayment = { id: number; state: PaymentState; amount: number; op_key: string | null }
export type Books = {
  /** Our Robokassa payments by invoice number, locked. */
  payments: Map<number, BookedPayment>
  /**
   * Invoices whose payment an earlier operation of a register reported, each with that operation's key at the provider.
   */
  reported: Map<number, string | null>
  /** The provider's largest fee, in percent of the price. */
  max_fee_percent: number
}

const unpaid: readonly PaymentState[] = payableStates

/** Compares an operation of a register with our books, and remembers that its payment is reported. */
export function judgeOperation(books: Books, operation: Operation): RegisterVerdict {
  const { payments, reported } = books
  const { type, invoice_id, op_key } = operation
  const payment = payments.get(invoice_id)
  const isUnpaid = payment !== undefined && unpaid.includes(payment.state)
  if (type === 'refund') {
    // A refund of a payment that is unpaid here is treated like a late payment: the provider is asked about it.
    if (isUnpaid) return 'late'
    return payment && payment.state !== 'paid' ? 'matched' : 'returned_outside'
  }
  const isOther = Boolean(op_key && payment?.op_key && op_key !== payment.op_key)
  const isSecond = reported.has(invoice_id)
  if (!payment || isSecond || isOther) return 'surplus'
  reported.set(invoice_id, op_key)
  if (isUnpaid) return 'late'
  return operation.currency === 'RUB' && creditedFee(books, operation) !== null ? 'matched' : 'mismatched'
}

/**
 * The provider's fee for a payment according to a register, which contains either the price or the sum credited to us.
 * @returns kopecks; null if the sum is not the price less a usual fee
 */
export function creditedFee(
  { payments, max_fee_percent }: Books,
  { invoice_id, amount, fee }: Operation,
): number | null {
  const price = payments.get(invoice_id)?.amount ?? 0
  // A register that contains prices has the fee in a column of its own.
  const out_sum = amount === price ? price - (fee ?? 0) : amount
  const settlement = settle({ price, out_sum, reported: 'none', max_fee_percent })
  return settlement.is_paid ? settlement.fee : null
}

const kinds = {
  late: 'late',
  surplus: 'surplus',
  mismatched: 'amount_mismatch',
  returned_outside: 'returned_outside',
} as const satisfies Partial<Record<RegisterVerdict, PaymentCaseKind>>

/** Opens a case for an operation that differs from our books, once per operation. */
export async function openDifferenceCase(
  ctx: Context,
  tx: Tx,
  verdict: keyof typeof kinds,
  operation: Operation,
  payment: BookedPayment | undefined,
): Promise<void> {
  const { key, invoice_id, amount, currency, at, op_key } = operation
  if (verdict === 'surplus' && !payment && (await isReportedOrphan(tx, invoice_id))) return
  const details = {
    source: 'register',
    expected: payment?.amount ?? null,
    received: amount,
    currency,
    at: at.toISOString(),
    op_key,
  }
  // Surplus money does not belong to the payment, even if it names the invoice, so it is booked on the case.
  const payment_id = verdict === 'surplus' ? null : (payment?.id ?? null)
  const isForeign = verdict === 'mismatched' && currency !== 'RUB'
  const kind = isForeign ? 'currency_mismatch' : kinds[verdict]
  const id = await openCase(ctx, tx, kind, invoice_id, payment_id, details, `register:${key}`)
  if (id && verdict === 'surplus' && currency === 'RUB') await holdStrayMoney(tx, id, { amount, currency })
}

/** True if a case for the money exists already, because a result call of the provider reported it. */
async function isReportedOrphan(tx: Tx, invoice_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', 'orphan')
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  return row !== undefined
}
