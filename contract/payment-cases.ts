import { type PaymentState, payableStates } from './lifecycle.ts'
import type { PaymentRail } from './states.ts'

/**
 * Kinds of cases of money that does not add up, and the acts that close them. The admin area, the server and its test
 * use this one table. Effects of an act on the money:
 *
 * - `check` asks the provider again; its answer moves the payment or leaves the case as it is
 * - `apply` accepts the received sum: the payment becomes paid and buys its product
 * - `refund` sends the whole sum back to its payment method
 * - `credit` keeps the money and gives the payer a free publication or boost
 * - `returned` records that the payer already has the money back (by the provider's cabinet or a bank) and revokes an
 *   unpublished purchase
 * - `accept` changes nothing; money without a payment counts as ours from then on
 */
export const caseActs = ['check', 'apply', 'refund', 'credit', 'returned', 'accept'] as const
export type CaseAct = (typeof caseActs)[number]

export const paymentCases = {
  /** The received sum differs from the invoice. */
  amount_mismatch: ['check', 'apply', 'refund', 'credit', 'returned', 'accept'],
  /** The provider's register states another currency than the payment. */
  currency_mismatch: ['refund', 'credit', 'returned', 'accept'],
  /** A signed result call came for an invoice that we never issued. */
  orphan: ['returned', 'accept'],
  /** A payer paid twice, or for something no longer available, and has already got a credit. */
  double_payment: ['refund', 'credit', 'returned', 'accept'],
  /** The provider's register contains money for an invoice that is unpaid in our database. */
  late: ['check', 'apply', 'returned', 'accept'],
  /** A genuine result call is not confirmed by the provider's answers. The payer may pay by a new link. */
  unconfirmed: ['check', 'apply', 'accept'],
  /** Money came under our invoice's number but belongs to another item, payment or installation. */
  foreign_operation: ['returned', 'accept'],
  /** A test call came for an invoice that takes real money. */
  test_in_live: ['check', 'accept'],
  /** The provider has held money for a long time without a decision. The case closes when the provider decides. */
  stuck: ['check', 'apply', 'returned'],
  /** The provider refused to refund the money. */
  refund_failed: ['refund', 'credit', 'returned'],
  /** A payment is paid in our database, but missing in the provider's register of that time. */
  missing: ['returned', 'accept'],
  /** A provider has money that belongs to no invoice, or that came twice. */
  surplus: ['returned', 'accept'],
  /** Money was refunded outside the product: in the provider's cabinet, or with the bot's token. */
  returned_outside: ['returned', 'accept'],
  /** A payment is paid in our database, but the provider later reported another state. */
  state_changed: ['returned', 'accept'],
  /** The payer's bank took the money back (a chargeback). */
  chargeback: ['returned', 'accept'],
} as const satisfies Record<string, readonly CaseAct[]>

export type PaymentCaseKind = keyof typeof paymentCases
export const paymentCaseKinds = Object.keys(paymentCases) as [PaymentCaseKind, ...PaymentCaseKind[]]

/** Kinds of cases in which the money bought nothing, so that there is nothing to revoke. */
export const caseKindsWithoutPurchase: readonly PaymentCaseKind[] = ['double_payment']
/** Kinds of cases in which the money is already gone, so that it can be neither refunded nor credited. */
export const caseKindsWithReturnedMoney: readonly PaymentCaseKind[] = ['returned_outside', 'chargeback']

/** Facts about a case's payment that decide which acts are possible. */
export type CasePayment = {
  state: PaymentState
  rail: PaymentRail
  has_credit: boolean
  is_credit_spent: boolean
  /** True if the payer has deleted the account, so that a credit would be useless. */
  is_payer_gone: boolean
}

/** Acts that an admin can choose now for an open case. Money without a payment is booked on the case itself. */
export function actsOf(kind: PaymentCaseKind, payment: CasePayment | null): CaseAct[] {
  const acts: readonly CaseAct[] = paymentCases[kind]
  return acts.filter((act) => (payment ? isPossible(act, kind, payment) : actsWithoutPayment.includes(act)))
}

const actsWithoutPayment: CaseAct[] = ['returned', 'accept']

function isPossible(act: CaseAct, kind: PaymentCaseKind, payment: CasePayment): boolean {
  const { state, rail, is_credit_spent, is_payer_gone } = payment
  const isUnpaid = (payableStates as readonly string[]).includes(state)
  const isMoney = rail !== 'credit'
  // While a refund is running, its money cannot be moved. It can be moved again only after the provider refused the
  // refund.
  const isHeld = isMoney && (state === 'paid' || (state === 'refund_pending' && kind === 'refund_failed'))
  switch (act) {
    case 'check':
      return (isUnpaid && rail === 'robokassa') || state === 'refund_pending'
    case 'apply':
      return isUnpaid
    case 'refund':
      return isHeld && !is_credit_spent
    case 'credit':
      return isHeld && !is_payer_gone
    case 'returned':
      // An admin cannot record the money as returned while the provider still holds it.
      return isMoney && state !== 'refunded' && (kind !== 'stuck' || state === 'refund_pending')
    case 'accept':
      return true
  }
}
