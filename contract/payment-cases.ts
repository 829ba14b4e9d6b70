import { type PaymentState, payableStates } from './lifecycle.ts'

/**
 * Money that does not add up waits for a person as a case of one of these kinds. Each kind names the acts that end
 * it; the admin area, the server and its test read this one table. What an act does to money:
 *
 * - `check` asks the provider again; its answer moves the payment or leaves the case as it is
 * - `apply` takes the money as it came: the payment is paid and buys what it was for
 * - `refund` sends the whole money back the way it came
 * - `credit` keeps the money and owes the payer a free publication or boost
 * - `write_off` takes the payment for returned, because the money is gone, and takes back what it has not yet published
 * - `settle` moves nothing here: the person has seen to the money elsewhere, or leaves it so, and writes why
 */
export const caseActs = ['check', 'apply', 'refund', 'credit', 'write_off', 'settle'] as const
export type CaseAct = (typeof caseActs)[number]

export const paymentCases = {
  /** Another sum came than the invoice says. */
  amount_mismatch: ['check', 'apply', 'refund', 'credit', 'settle'],
  currency_mismatch: ['check', 'apply', 'settle'],
  /** A signed result call for an invoice that we never issued. */
  orphan: ['settle'],
  /** Paid once more, or for what can no longer be bought; the payer has a credit by now. */
  double_payment: ['refund', 'credit', 'settle'],
  /** The provider has money of an invoice that is not paid here. */
  late: ['check', 'apply', 'settle'],
  /** A genuine result call that the provider's own answers do not confirm; the payer may pay by a new link. */
  unconfirmed: ['check', 'settle'],
  /** Money under the number of our invoice that is not its own: another item, another payment, or an older one. */
  foreign_operation: ['settle'],
  /** A test call about an invoice for real money. */
  test_in_live: ['check', 'settle'],
  /** Money came and bought nothing. */
  not_applied: ['refund', 'credit', 'settle'],
  /** A refund without a decision for a long time. */
  stuck: ['settle'],
  /** The provider would not give the money back. */
  refund_failed: ['refund', 'credit', 'settle'],
  /** Paid here, but not in the provider's register of that time. */
  missing: ['check', 'write_off', 'settle'],
  /** Money at the provider that belongs to no invoice of ours, or came twice for one. */
  surplus: ['settle'],
  /** The money went back past us: in the provider's cabinet, or by somebody with the bot's token. */
  returned_outside: ['write_off', 'settle'],
  /** The payer's bank took the money back. */
  chargeback: ['write_off', 'settle'],
} as const satisfies Record<string, readonly CaseAct[]>

export type PaymentCaseKind = keyof typeof paymentCases
export const paymentCaseKinds = Object.keys(paymentCases) as [PaymentCaseKind, ...PaymentCaseKind[]]

/** Cases of money that bought nothing: there is nothing to take back before it goes. */
export const boughtNothing: readonly PaymentCaseKind[] = ['double_payment', 'not_applied']

/** The payment of a case, as far as its acts depend on it. */
export type CasePayment = {
  state: PaymentState
  rail: 'robokassa' | 'stars' | 'credit'
  has_credit: boolean
  is_credit_spent: boolean
  /** The payer deleted the account: nobody could use a credit. */
  is_payer_gone: boolean
}

/** What a person may do about an open case now. Acts that move money need a payment whose money is where they take it. */
export function actsOf(kind: PaymentCaseKind, payment: CasePayment | null): CaseAct[] {
  return paymentCases[kind].filter(
    (act) => act === 'settle' || (payment !== null && isPossible(act, kind, payment)),
  )
}

function isPossible(act: Exclude<CaseAct, 'settle'>, kind: PaymentCaseKind, payment: CasePayment): boolean {
  const { state, rail, has_credit, is_credit_spent, is_payer_gone } = payment
  const isUnpaid = (payableStates as readonly string[]).includes(state)
  const isHeld = state === 'paid' || (state === 'refund_pending' && kind === 'refund_failed')
  switch (act) {
    case 'check':
      return rail === 'robokassa' && (isUnpaid || state === 'paid')
    case 'apply':
      return isUnpaid
    case 'refund':
      return isHeld && rail !== 'credit' && !is_credit_spent
    case 'credit':
      return isHeld && rail !== 'credit' && (has_credit || !is_payer_gone)
    case 'write_off':
      return state === 'paid' && !has_credit
  }
}
