/** States and kinds that only the database's rows know; those of the wire live in the contract. */
export type UserRole = 'user' | 'moderator' | 'admin'
export type UserStatus = 'active' | 'blocked' | 'deleted'
export type VerificationState = 'none' | 'requested' | 'confirmed' | 'conflict'
export type RevokeReason = 'blocked' | 'deleted' | 'role_changed'
export type LanguageLevel = 'a1' | 'a2' | 'b1' | 'b2' | 'c1' | 'c2' | 'native'
export type SocialNetwork =
  | 'instagram'
  | 'telegram'
  | 'facebook'
  | 'linkedin'
  | 'tiktok'
  | 'telegram_channel'
  | 'vk'
  | 'twitter'
  | 'youtube'
  | 'whatsapp'
  | 'telegram_group'

export type ConfirmationState = 'pending' | 'done' | 'refused' | 'declined' | 'expired'
export type HiddenReason = 'owner' | 'author_blocked' | 'moderator'
/** `live` = published at once and reviewed afterwards. */
export type RevisionState = 'pending' | 'live' | 'approved' | 'rejected' | 'superseded'

export type PaymentKind = 'project' | 'vacancy' | 'response'
export type PaymentRail = 'robokassa' | 'stars' | 'credit'
export type PaymentSource = 'money' | 'credit'
export type { PaymentCaseKind } from '#contract/payment-cases.ts'
/** Where money can be; `provider` is where it comes from and goes back to. */
export type LedgerAccount = 'provider' | 'suspense' | 'product' | 'credit' | 'returning' | 'fees'
export type PaymentViolation =
  | 'paid_not_applied'
  | 'boost_not_applied'
  | 'moderation_without_task'
  | 'published_without_payment'
  | 'charged_twice'
  | 'notice_without_payment'

export type ModerationSubject = 'listing' | 'revision' | 'report'
export type ReportSubject = 'listing' | 'user' | 'response' | 'message' | 'review'
export type ReportState = 'open' | 'accepted' | 'dismissed'
export type RoomKind = 'project' | 'vacancy' | 'other'
export type FilePurpose = 'attachment' | 'resume' | 'portfolio' | 'avatar'
export type DeliveryLane = 'transactional' | 'bulk'
