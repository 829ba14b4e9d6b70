import type { Generated } from 'kysely'
import type { PaymentState } from '#contract/lifecycle.ts'
import type { Id, Json, Money, Moved, SealedId, Time, Uuid, WrittenAt } from './columns.ts'
import type {
  LedgerAccount,
  PaymentCaseKind,
  PaymentKind,
  PaymentRail,
  PaymentSource,
  PaymentViolation,
  RegisterOperationType,
  RegisterVerdict,
} from './states.ts'

/** Payments. A listing or a response has at most one open payment (`created` or `pending`). */
export interface Payments {
  /** Invoice number, the provider's InvId, from 1001. */
  id: Id
  uuid: Uuid
  kind: PaymentKind
  /** Listing that is paid for; null for a boost. */
  listing_id: number | null
  /** Response that is boosted; null for a publication. */
  response_id: number | null
  payer_id: number
  /** Amount in kopecks, or in whole Stars; 0 if and only if no money paid. */
  amount: Money
  /** RUB, or XTR for an amount in Stars. */
  currency: Generated<string>
  rail: PaymentRail
  source: Generated<PaymentSource>
  state: Moved<PaymentState>
  /** Tariff from which the amount was taken. */
  tariff_id: number | null
  payment_url: string | null
  /** True if the payment link contains `uuid` as a signed field; older links do not. */
  signs_uuid: Generated<boolean>
  /** Time when the payment link expires. */
  expires_at: Time
  /** Time of payment, set only in the states `paid`, `refund_pending` and `refunded`. */
  paid_at: Time | null
  refunded_at: Time | null
  /** Time of the last inquiry at the provider, and time of the next one; null if no further inquiry is planned. */
  checked_at: Time | null
  next_check_at: Time | null
  checks: Generated<number>
  /**
   * Time when we learned that the payer's last attempt was refused, and the time of the refusal by the provider's
   * clock.
   */
  refused_at: Time | null
  refusal_at: Time | null
  /** The provider's key of the payment operation, needed for refunds. */
  op_key: string | null
  /** The provider's id of the refund request. */
  refund_key: string | null
  is_test: Generated<boolean>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** History of payments: one row for each move. Rows are only added, never changed. */
export interface PaymentEvents {
  id: SealedId
  payment_id: number
  from_state: PaymentState | null
  to_state: PaymentState
  reason: string
  details: Json<Record<string, unknown>> | null
  created_at: WrittenAt
}

/** Result calls of the provider, stored as they came. Forged calls and calls for unknown invoices are stored too. */
export interface PaymentNotices {
  id: SealedId
  /** InvId of the result call. None of our payments may have this number. */
  invoice_id: number
  body_hash: string
  body: Json<Record<string, string>>
  signature_ok: boolean
  verdict: string
  received_at: Time
}

/** Payment cases: money that does not match our payments. An open case waits for an admin. */
export interface PaymentCases {
  id: Id
  kind: PaymentCaseKind
  /** The provider's invoice number; null for Stars without an invoice. */
  invoice_id: number | null
  payment_id: number | null
  state: Generated<'open' | 'resolved'>
  details: Json<Record<string, unknown>>
  /**
   * Key of an entry in an outside book, such as the provider's register. The same entry opens a case only once, even
   * after the case was closed.
   */
  entry_key: string | null
  alerted_at: Time | null
  opened_at: Time
  resolved_at: Time | null
  resolved_by: number | null
  resolution: string | null
}

/** A free publication or boost owed to a person. */
export interface Credits {
  id: Id
  user_id: number
  product: PaymentKind
  reason: string
  /** Payment that the credit replaces; a payment gives at most one credit. */
  source_payment_id: number | null
  granted_by: number | null
  /** Payment of amount 0 for which the credit was used. */
  spent_payment_id: number | null
  created_at: WrittenAt
}

/**
 * Ledger in double entry, written by triggers. Rows are only added: sources of money (negative) and destinations
 * (positive), in pairs.
 */
export interface LedgerEntries {
  id: SealedId
  /** Number that all entries of one movement of money share. The entries with one number sum to zero. */
  transaction_id: number
  account: LedgerAccount
  currency: string
  /** Amount in kopecks or Stars. */
  amount: Money
  /** Payment that brought the money, even if the money is spent through a credit. */
  payment_id: number | null
  /** Case about money that belongs to no payment; the money is booked under the case. */
  case_id: number | null
  /** Owner of a credit; set only for the account `credit`. */
  person_id: number | null
  reason: string
  posted_at: WrittenAt
}

/** View: for each payment or case, the account that holds its money now. */
export interface LedgerStandings {
  payment_id: number | null
  case_id: number | null
  account: LedgerAccount | null
  currency: string | null
  person_id: number | null
  amount: Money | null
  since: Time | null
}

/** View: balances of the accounts. The balances of one currency sum to zero. */
export interface LedgerBalances {
  account: LedgerAccount | null
  currency: string | null
  amount: Money | null
}

/**
 * View: faults in the payment data, such as paid money that had no effect. The view must be empty. Workers need some
 * time, so a reader compares `since` with the clock.
 */
export interface PaymentInvariantViolations {
  violation: PaymentViolation | null
  payment_id: number | null
  listing_id: number | null
  since: Time | null
}

/** Progress of importing Telegram's list of Star transactions. */
export interface StarBooks {
  /** Id of the bot: the number before the colon of its token. */
  bot: number
  entries: Generated<number>
  read_at: Time
}

/** An imported file of the provider's register. */
export interface RegisterImports {
  id: SealedId
  file_hash: string
  imported_by: number
  imported_at: Time
  /**
   * Period that the file covers. It starts with the day, in Moscow, of the first operation, and ends with the last
   * operation.
   */
  covers_from: Time
  covers_to: Time
  /** Number of operations in the file that no earlier file contained. */
  operations: number
  /** Number of our payments that the file should contain but does not. */
  missing: number
}

/** One money movement at the provider. */
export interface RegisterOperations {
  key: string
  import_id: number
  type: RegisterOperationType
  invoice_id: number
  op_key: string | null
  /** Amount in kopecks. */
  amount: Money
  currency: string
  /** The provider's fee in kopecks; null if the register has none. */
  fee: Money | null
  operated_at: Time
  /** Result of comparing the operation with our payments at the import. */
  verdict: RegisterVerdict
}
