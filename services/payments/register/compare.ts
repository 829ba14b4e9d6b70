import { type PaymentState, payableStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { PaymentCaseKind, RegisterVerdict } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { holdStrayMoney } from '#services/payments/money/ledger.ts'
import { settle } from '#services/payments/verification/settlement.ts'
import type { Operation } from './parse.ts'

type BookedPayment = { id: number; state: PaymentState; amount: number; op_key: string | null }
export type OwnPayments = {
  /** Our payments through Robokassa by invoice number. The rows are locked. */
  payments: Map<number, BookedPayment>
  /**
   * Invoices for which a register has already reported a payment. The value is the provider's key of that operation.
   */
  reported: Map<number, string | null>
  /** The provider's largest usual fee, in percent of the price. */
  max_fee_percent: number
}

const unpaid: readonly PaymentState[] = payableStates

/**
 * Compares an operation in the provider's register with our payments. Also remembers that a register has reported the
 * payment.
 */
export function compareOperation(books: OwnPayments, operation: Operation): RegisterVerdict {
  const { payments, reported } = books
  const { type, invoice_id, op_key } = operation
  const payment = payments.get(invoice_id)
  const isUnpaid = payment !== undefined && unpaid.includes(payment.state)
  if (type === 'refund') {
    // If a refunded payment is unpaid in our database, the provider is asked about it, as with a late payment.
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
 * Returns the provider's fee for a payment according to a register. The register contains either the full price or the
 * sum credited to us.
 * @returns fee in kopecks; null if the difference to the price is no usual fee
 */
export function creditedFee(
  { payments, max_fee_percent }: OwnPayments,
  { invoice_id, amount, fee }: Operation,
): number | null {
  const price = payments.get(invoice_id)?.amount ?? 0
  // A register with full prices contains the fee in a separate column.
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

/** Opens a payment case for an operation of the register that differs from our payments, only once per operation. */
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
  // Money that was paid in addition belongs to no payment, even if it names the invoice. So it is posted under its
  // payment case.
  const payment_id = verdict === 'surplus' ? null : (payment?.id ?? null)
  const isForeign = verdict === 'mismatched' && currency !== 'RUB'
  const kind = isForeign ? 'currency_mismatch' : kinds[verdict]
  const id = await openCase(ctx, tx, kind, invoice_id, payment_id, details, `register:${key}`)
  if (id && verdict === 'surplus' && currency === 'RUB') await holdStrayMoney(tx, id, { amount, currency })
}

/** True if there is already a payment case for this money, because the provider reported it with a call to the API. */
async function isReportedOrphan(tx: Tx, invoice_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', 'orphan')
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  return row !== undefined
}
