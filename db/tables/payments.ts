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

/** One invoice; at most one open (`created`, `pending`) per listing and per response. */
export interface Payments {
  /** The provider's InvId, from 1001. */
  id: Id
  uuid: Uuid
  kind: PaymentKind
  /** Set for project and vacancy, null for response. */
  listing_id: number | null
  /** Set for response only. */
  response_id: number | null
  payer_id: number
  /** Kopecks, or whole Stars; 0 if and only if paid by a credit. */
  amount: Money
  /** RUB, or XTR for Stars. */
  currency: Generated<string>
  rail: PaymentRail
  source: Generated<PaymentSource>
  state: Moved<PaymentState>
  /** Tariff of the amount. */
  tariff_id: number | null
  payment_url: string | null
  /** True if the link contains `uuid` as a signed field; older links do not. */
  signs_uuid: Generated<boolean>
  /** Expiry of the link. */
  expires_at: Time
  /** Set exactly in `paid`, `refund_pending` and `refunded`. */
  paid_at: Time | null
  refunded_at: Time | null
  /** Last inquiry at the provider and the next one; null = no more. */
  checked_at: Time | null
  next_check_at: Time | null
  checks: Generated<number>
  /** Time when we learned that the payer's last attempt was refused, and its time by the provider's clock. */
  refused_at: Time | null
  refusal_at: Time | null
  /** The provider's key of the operation, needed for refunds. */
  op_key: string | null
  /** The provider's id of the refund request. */
  refund_key: string | null
  is_test: Generated<boolean>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Append-only: every move of a payment. */
export interface PaymentEvents {
  id: SealedId
  payment_id: number
  from_state: PaymentState | null
  to_state: PaymentState
  reason: string
  details: Json<Record<string, unknown>> | null
  created_at: WrittenAt
}

/** Result calls of the provider as received, including forged and unknown ones. */
export interface PaymentNotices {
  id: SealedId
  /** InvId of the call; may be none of our payments. */
  invoice_id: number
  body_hash: string
  body: Json<Record<string, string>>
  signature_ok: boolean
  verdict: string
  received_at: Time
}

/** Money that does not add up and waits for an admin. */
export interface PaymentCases {
  id: Id
  kind: PaymentCaseKind
  /** The provider's number; null for Stars without an invoice. */
  invoice_id: number | null
  payment_id: number | null
  state: Generated<'open' | 'resolved'>
  details: Json<Record<string, unknown>>
  /** Key of the entry in an outside book; its case is opened once, even after it was resolved. */
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
  /** The payment it compensates; at most one credit per payment. */
  source_payment_id: number | null
  granted_by: number | null
  /** The payment of amount 0 that spent it. */
  spent_payment_id: number | null
  created_at: WrittenAt
}

/** Append-only, written by triggers: sources (negative) and destinations (positive) of money, in pairs. */
export interface LedgerEntries {
  id: SealedId
  /** Entries of one move, which sum to zero. */
  transaction_id: number
  account: LedgerAccount
  currency: string
  /** Kopecks or Stars. */
  amount: Money
  /** The payment that brought the money, even if it is spent through a credit. */
  payment_id: number | null
  /** The case of money that belongs to no payment. */
  case_id: number | null
  /** Owner of the credit; set only on the account `credit`. */
  person_id: number | null
  reason: string
  posted_at: WrittenAt
}

/** View: current account of the money of each payment or case. */
export interface LedgerStandings {
  payment_id: number | null
  case_id: number | null
  account: LedgerAccount | null
  currency: string | null
  person_id: number | null
  amount: Money | null
  since: Time | null
}

/** View: balances; those of one currency sum to zero. */
export interface LedgerBalances {
  account: LedgerAccount | null
  currency: string | null
  amount: Money | null
}

/** View of lost money; must be empty. Compare `since` with the clock to allow workers some time. */
export interface PaymentInvariantViolations {
  violation: PaymentViolation | null
  payment_id: number | null
  listing_id: number | null
  since: Time | null
}

/** Progress of reading Telegram's Star transactions. */
export interface StarBooks {
  /** The number before the colon of the bot's token. */
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
  /** From the start of the first operation's day in Moscow to the last operation. */
  covers_from: Time
  covers_to: Time
  /** New operations; those in earlier files are not counted. */
  operations: number
  /** Our payments that the file should contain but does not. */
  missing: number
}

/** One money movement at the provider. */
export interface RegisterOperations {
  key: string
  import_id: number
  type: RegisterOperationType
  invoice_id: number
  op_key: string | null
  /** Kopecks. */
  amount: Money
  currency: string
  /** The provider's fee in kopecks; null if the register has none. */
  fee: Money | null
  operated_at: Time
  /** Result of the comparison with our books at the import. */
  verdict: RegisterVerdict
}
