/**
 * Money that does not add up waits for a person as a case of one of these kinds. Each kind names the acts that the
 * person is offered; the admin area, the server and its test read this one table. What an act does to money:
 *
 * - `check` asks the provider again; its answer moves the payment or leaves the case as it is
 * - `apply` takes the money as it came: the payment is paid and buys what it was for
 * - `refund` sends the whole money back the way it came
 * - `credit` keeps the money and owes the payer a free publication or boost
 * - `settle` moves nothing here: the person has seen to the money elsewhere and writes how
 */
export const caseActs = ['check', 'apply', 'refund', 'credit', 'settle'] as const
export type CaseAct = (typeof caseActs)[number]

export const paymentCases = {
  /** Another sum came than the invoice says. */
  amount_mismatch: ['check', 'apply', 'refund', 'credit', 'settle'],
  currency_mismatch: ['check', 'settle'],
  /** A signed result call for an invoice that we never issued. */
  orphan: ['settle'],
  /** Paid once more, or for what can no longer be bought; the payer has a credit by now. */
  double_payment: ['refund', 'credit', 'settle'],
  /** The provider has money of an invoice that is not paid here. */
  late: ['check', 'refund', 'credit', 'settle'],
  /** A test call about an invoice for real money. */
  test_in_live: ['check', 'settle'],
  /** Money came and bought nothing. */
  not_applied: ['refund', 'credit', 'settle'],
  /** A payment or a refund without a decision for a long time. */
  stuck: ['check', 'refund', 'credit', 'settle'],
  /** The provider would not give the money back. */
  refund_failed: ['refund', 'credit', 'settle'],
  /** Paid here, but not in the provider's register of that day. */
  missing: ['check', 'settle'],
  /** Money at the provider that belongs to no invoice of ours, or came twice for one. */
  surplus: ['settle'],
  /** The money went back past us: in the provider's cabinet, or by somebody with the bot's token. */
  returned_outside: ['settle'],
  /** The payer's bank took the money back. */
  chargeback: ['settle'],
} as const satisfies Record<string, readonly CaseAct[]>

export type PaymentCaseKind = keyof typeof paymentCases
export const paymentCaseKinds = Object.keys(paymentCases) as [PaymentCaseKind, ...PaymentCaseKind[]]
