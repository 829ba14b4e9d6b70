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
  /** Kopecks, or whole Stars; 0 exactly when a credit pays. */
  amount: Money
  /** RUB, or XTR on the rail `stars`. */
  currency: Generated<string>
  rail: PaymentRail
  source: Generated<PaymentSource>
  state: Moved<PaymentState>
  /** The tariff the amount was taken from. */
  tariff_id: number | null
  payment_url: string | null
  /** Whether the link carries `uuid` as a signed field; older ones do not. */
  signs_uuid: Generated<boolean>
  /** The link's end of life. */
  expires_at: Time
  /** Set exactly in `paid`, `refund_pending` and `refunded`. */
  paid_at: Time | null
  refunded_at: Time | null
  /** Last inquiry at the provider and the next one due; null = no more. */
  checked_at: Time | null
  next_check_at: Time | null
  checks: Generated<number>
  /** When we heard that the payer's last attempt was refused, and when that was by the provider's clock. */
  refused_at: Time | null
  refusal_at: Time | null
  /** The provider's key of the operation: what a refund names. */
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

/** Result calls of the provider as they came, also forged and unknown ones. */
export interface PaymentNotices {
  id: SealedId
  /** InvId of the call; may name no payment of ours. */
  invoice_id: number
  body_hash: string
  body: Json<Record<string, string>>
  signature_ok: boolean
  verdict: string
  received_at: Time
}

/** Money that does not add up and waits for a person. */
export interface PaymentCases {
  id: Id
  kind: PaymentCaseKind
  /** The provider's number; null for Stars that name no invoice. */
  invoice_id: number | null
  payment_id: number | null
  state: Generated<'open' | 'resolved'>
  details: Json<Record<string, unknown>>
  /** The entry of an outside book that it is about: such a case is opened once, also after it was resolved. */
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
  /** The payment it makes good; at most one credit per payment. */
  source_payment_id: number | null
  granted_by: number | null
  /** The payment of amount 0 that spent it. */
  spent_payment_id: number | null
  created_at: WrittenAt
}

/** Append-only, written by the database: where money came from (negative) and where it went (positive), in pairs. */
export interface LedgerEntries {
  id: SealedId
  /** Entries of one move; they add up to zero. */
  transaction_id: number
  account: LedgerAccount
  currency: string
  /** Kopecks or Stars. */
  amount: Money
  /** The payment that brought the money, also when it is spent through a credit. */
  payment_id: number | null
  /** Money that no payment of ours expected. */
  case_id: number | null
  /** Whose credit; set exactly on the account `credit`. */
  person_id: number | null
  reason: string
  posted_at: WrittenAt
}

/** View; where the money of each payment or case is now. */
export interface LedgerStandings {
  payment_id: number | null
  case_id: number | null
  account: LedgerAccount | null
  currency: string | null
  person_id: number | null
  amount: Money | null
  since: Time | null
}

/** View; the sum of every account. Those of one currency add up to zero. */
export interface LedgerBalances {
  account: LedgerAccount | null
  currency: string | null
  amount: Money | null
}

/** View; empty when no money is lost. Compare `since` with the clock to allow workers their time. */
export interface PaymentInvariantViolations {
  violation: PaymentViolation | null
  payment_id: number | null
  listing_id: number | null
  since: Time | null
}

/** How far Telegram's book of Stars was read. */
export interface StarBooks {
  /** The number before the colon of the bot's token. */
  bot: number
  entries: Generated<number>
  read_at: Time
}
