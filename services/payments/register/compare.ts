import { type PaymentState, payableStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { PaymentCaseKind, RegisterVerdict } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { holdStrayMoney } from '#services/payments/money/ledger.ts'
import { settle } from '#services/payments/verification/settlement.ts'
import type { Operation } from './parse.ts'

type Known = { id: number; state: PaymentState; amount: number; op_key: string | null }
export type Books = {
  /** Our invoices for Robokassa, locked, by number. */
  payments: Map<number, Known>
  /** Invoices whose payment an earlier operation told, by number: the operation's key at the provider. */
  told: Map<number, string | null>
  /** The largest fee of the provider, in percent of the price. */
  max_fee_percent: number
}

const unpaid: readonly PaymentState[] = payableStates

/** Judges an operation of the register beside our books; a payment of it is told from then on. */
export function judge(books: Books, operation: Operation): RegisterVerdict {
  const { payments, told } = books
  const { type, invoice_id, op_key } = operation
  const payment = payments.get(invoice_id)
  const isUnpaid = payment !== undefined && unpaid.includes(payment.state)
  if (type === 'refund') {
    // A return of money that we know nothing of is inquired about like a payment that we know nothing of.
    if (isUnpaid) return 'late'
    return payment && payment.state !== 'paid' ? 'matched' : 'returned_outside'
  }
  const isOther = Boolean(op_key && payment?.op_key && op_key !== payment.op_key)
  const isSecond = told.has(invoice_id)
  if (!payment || isSecond || isOther) return 'surplus'
  told.set(invoice_id, op_key)
  if (isUnpaid) return 'late'
  return operation.currency === 'RUB' && creditedFee(books, operation) !== null ? 'matched' : 'mismatched'
}

/**
 * The provider's fee of a payment by its register, whose sum is either the price or what was credited of it.
 * @returns kopecks; null where the sums are no price less a usual fee
 */
export function creditedFee(
  { payments, max_fee_percent }: Books,
  { invoice_id, amount, fee }: Operation,
): number | null {
  const price = payments.get(invoice_id)?.amount ?? 0
  // Registers that tell the price have the fee beside it.
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

/** A difference becomes a case, once for its operation. */
export async function tellDifference(
  ctx: Context,
  tx: Tx,
  verdict: keyof typeof kinds,
  operation: Operation,
  payment: Known | undefined,
): Promise<void> {
  const { key, invoice_id, amount, currency, at, op_key } = operation
  if (verdict === 'surplus' && !payment && (await isOrphan(tx, invoice_id))) return
  const details = {
    source: 'register',
    expected: payment?.amount ?? null,
    received: amount,
    currency,
    at: at.toISOString(),
    op_key,
  }
  // Surplus is no money of the payment, also when it names its invoice: the case itself holds it.
  const payment_id = verdict === 'surplus' ? null : (payment?.id ?? null)
  const isForeign = verdict === 'mismatched' && currency !== 'RUB'
  const kind = isForeign ? 'currency_mismatch' : kinds[verdict]
  const id = await openCase(ctx, tx, kind, invoice_id, payment_id, details, `register:${key}`)
  if (id && verdict === 'surplus' && currency === 'RUB') await holdStrayMoney(tx, id, { amount, currency })
}

/** Whether the provider's own call told of the money already. */
async function isOrphan(tx: Tx, invoice_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', 'orphan')
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  return row !== undefined
}
