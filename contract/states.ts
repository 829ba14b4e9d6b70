/** States and kinds that both the calls and the rows name; those that have moves are in lifecycle.ts. */
export const userRoles = ['user', 'moderator', 'admin'] as const
export type UserRole = (typeof userRoles)[number]
export const userStatuses = ['active', 'blocked', 'deleted'] as const
export type UserStatus = (typeof userStatuses)[number]
export const verificationStates = ['none', 'requested', 'confirmed', 'conflict'] as const
export type VerificationState = (typeof verificationStates)[number]
export const confirmationStates = ['pending', 'done', 'refused', 'declined', 'expired'] as const
export type ConfirmationState = (typeof confirmationStates)[number]

/** What is paid for: a publication of an order or a vacancy, or a boost. */
export const paymentKinds = ['project', 'vacancy', 'response'] as const
export type PaymentKind = (typeof paymentKinds)[number]
export const paymentRails = ['robokassa', 'stars', 'credit'] as const
export type PaymentRail = (typeof paymentRails)[number]

export const moderationSubjects = ['listing', 'revision', 'report'] as const
export type ModerationSubject = (typeof moderationSubjects)[number]
export const reportStates = ['open', 'accepted', 'dismissed'] as const
export type ReportState = (typeof reportStates)[number]
export const roomKinds = ['project', 'vacancy', 'other'] as const
export type RoomKind = (typeof roomKinds)[number]
