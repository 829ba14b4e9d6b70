export type { LanguageLevel, ReportSubject, SocialNetwork } from '#contract/options.ts'
export type { PaymentCaseKind } from '#contract/payment-cases.ts'
export type {
  ConfirmationState,
  ModerationSubject,
  PaymentKind,
  PaymentRail,
  ReportState,
  RoomKind,
  UserRole,
  UserStatus,
  VerificationState,
} from '#contract/states.ts'

// States and kinds that only the database uses.
export type RevokeReason = 'blocked' | 'deleted' | 'role_changed' | 'ended'

export type DepartureKind =
  | 'left'
  | 'posts'
  | 'responses'
  | 'reports'
  | 'uploads'
  | 'rooms'
  | 'rejections'
  | 'block'
  | 'blocked_by'
  | 'report'
export type HiddenReason = 'owner' | 'author_blocked' | 'staff'
/** States of an edit. An edit in the state `live` is public at once and reviewed afterwards. */
export type RevisionState = 'pending' | 'live' | 'approved' | 'rejected' | 'superseded'

export type PaymentSource = 'money' | 'credit' | 'service'
/**
 * Accounts of the ledger. The account `provider` stands for the outside world: money comes from it and returns to it.
 */
export type LedgerAccount = 'provider' | 'suspense' | 'product' | 'credit' | 'returning' | 'fees'
export type RegisterOperationType = 'payment' | 'refund'
export type RegisterVerdict = 'matched' | 'late' | 'surplus' | 'mismatched' | 'returned_outside'
export type PaymentViolation =
  | 'paid_not_applied'
  | 'boost_not_applied'
  | 'moderation_without_task'
  | 'published_without_payment'
  | 'charged_twice'
  | 'notice_without_payment'
  | 'boost_unseen'
  | 'money_in_suspense'
  | 'inquiry_stuck'
  | 'inquiry_missing'
  | 'link_unwatched'

export type FilePurpose = 'attachment' | 'resume' | 'portfolio' | 'avatar' | 'work' | 'document'
export type PromptState = 'open' | 'answered' | 'cancelled'
export type DeliveryLane = 'transactional' | 'bulk'
