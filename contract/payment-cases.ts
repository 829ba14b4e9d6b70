import { type PaymentState, payableStates } from './lifecycle.ts'
import type { PaymentRail } from './states.ts'

/**
 * Money that does not add up waits for a person as a case of one of these kinds. Each kind names the acts that end
 * it; the admin area, the server and its test read this one table. What an act does to money:
 *
 * - `check` asks the provider again; its answer moves the payment or leaves the case as it is
 * - `apply` takes the money as it came: the payment is paid and buys what it was for
 * - `refund` sends the whole money back the way it came
 * - `credit` keeps the money and owes the payer a free publication or boost
 * - `returned` writes down that the money is back with the payer past us (the provider's cabinet, a bank) and takes
 *   back what it has not yet published
 * - `accept` leaves everything as it is: money that belongs to no payment counts as ours from then on
 */
export const caseActs = ['check', 'apply', 'refund', 'credit', 'returned', 'accept'] as const
export type CaseAct = (typeof caseActs)[number]

export const paymentCases = {
  /** Another sum came than the invoice says. */
  amount_mismatch: ['check', 'apply', 'refund', 'credit', 'returned', 'accept'],
  /** The register tells another currency than the payment's. */
  currency_mismatch: ['refund', 'credit', 'returned', 'accept'],
  /** A signed result call for an invoice that we never issued. */
  orphan: ['returned', 'accept'],
  /** Paid once more, or for what can no longer be bought; the payer has a credit by now. */
  double_payment: ['refund', 'credit', 'returned', 'accept'],
  /** The provider's register tells money of an invoice that is not paid here. */
  late: ['check', 'apply', 'returned', 'accept'],
  /** A genuine result call that the provider's own answers do not confirm; the payer may pay by a new link. */
  unconfirmed: ['check', 'apply', 'accept'],
  /** Money under the number of our invoice that is not its own: another item, another payment, or an older one. */
  foreign_operation: ['returned', 'accept'],
  /** A test call about an invoice for real money. */
  test_in_live: ['check', 'accept'],
  /**
   * Money on its way, here or back, without a decision for a long time; it ends by itself when the provider decides.
   */
  stuck: ['check', 'apply', 'returned'],
  /** The provider would not give the money back. */
  refund_failed: ['refund', 'credit', 'returned'],
  /** Paid here, but not in the provider's register of that time. */
  missing: ['returned', 'accept'],
  /** Money at a provider that belongs to no invoice of ours, or came twice for one. */
  surplus: ['returned', 'accept'],
  /** The money was refunded outside the product: in the provider's cabinet, or by somebody with the bot's token. */
  returned_outside: ['returned', 'accept'],
  /** Paid here, while the provider, asked again days later, says something else. */
  state_changed: ['returned', 'accept'],
  /** The payer's bank took the money back. */
  chargeback: ['returned', 'accept'],
} as const satisfies Record<string, readonly CaseAct[]>

export type PaymentCaseKind = keyof typeof paymentCases
export const paymentCaseKinds = Object.keys(paymentCases) as [PaymentCaseKind, ...PaymentCaseKind[]]

/** Cases of money that bought nothing: there is nothing to take back before it goes. */
export const boughtNothing: readonly PaymentCaseKind[] = ['double_payment']
/** Cases of money that has already left: until such a case is ended it can be neither refunded nor made a credit. */
export const moneyGone: readonly PaymentCaseKind[] = ['returned_outside', 'chargeback']

/** The payment of a case, as far as its acts depend on it. */
export type CasePayment = {
  state: PaymentState
  rail: PaymentRail
  has_credit: boolean
  is_credit_spent: boolean
  /** The payer has deleted the account, so a credit would be of no use. */
  is_payer_gone: boolean
}

/** What a person may do about an open case now. Without a payment the money is held by the case itself. */
export function actsOf(kind: PaymentCaseKind, payment: CasePayment | null): CaseAct[] {
  const acts: readonly CaseAct[] = paymentCases[kind]
  return acts.filter((act) => (payment ? isPossible(act, kind, payment) : isForStray.includes(act)))
}

const isForStray: CaseAct[] = ['returned', 'accept']

function isPossible(act: CaseAct, kind: PaymentCaseKind, payment: CasePayment): boolean {
  const { state, rail, is_credit_spent, is_payer_gone } = payment
  const isUnpaid = (payableStates as readonly string[]).includes(state)
  const isMoney = rail !== 'credit'
  // Money on its way back may be taken out of that way only after the provider refused it.
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
      // Money that the provider still keeps for itself did not come back to anybody.
      return isMoney && state !== 'refunded' && (kind !== 'stuck' || state === 'refund_pending')
    case 'accept':
      return true
  }
}
