/** States and kinds that calls and tables use. States with rules for their moves are in lifecycle.ts. */
export const userRoles = ['user', 'moderator', 'admin'] as const
export type UserRole = (typeof userRoles)[number]
export const userStatuses = ['active', 'blocked', 'deleted'] as const
export type UserStatus = (typeof userStatuses)[number]
export const verificationStates = ['none', 'requested', 'confirmed', 'conflict'] as const
export type VerificationState = (typeof verificationStates)[number]
export const confirmationStates = ['pending', 'done', 'refused', 'declined', 'expired'] as const
export type ConfirmationState = (typeof confirmationStates)[number]

/** Paid products: publication of an order or a vacancy, or a boost. */
export const paymentKinds = ['project', 'vacancy', 'response'] as const
export type PaymentKind = (typeof paymentKinds)[number]
export const paymentRails = ['robokassa', 'stars', 'credit'] as const
export type PaymentRail = (typeof paymentRails)[number]

export const moderationSubjects = ['listing', 'revision', 'report', 'act'] as const
export type ModerationSubject = (typeof moderationSubjects)[number]
export const reportStates = ['open', 'accepted', 'dismissed'] as const
export type ReportState = (typeof reportStates)[number]
/** States of support questions and of their messages, and reasons why a question was closed. */
export const supportStates = ['open', 'closed'] as const
export type SupportState = (typeof supportStates)[number]
export const supportSides = ['person', 'staff'] as const
export type SupportSide = (typeof supportSides)[number]
export const supportMessageStates = ['waiting', 'passed', 'failed'] as const
export type SupportMessageState = (typeof supportMessageStates)[number]
export const supportClosings = ['staff', 'person', 'silence'] as const
export type SupportClosing = (typeof supportClosings)[number]
/** Reasons why messages to a staff group have to wait. `moved`: the group has a new id that Telegram did not tell. */
export const silenceReasons = ['removed', 'no_right', 'moved'] as const
export type SilenceReason = (typeof silenceReasons)[number]
export const roomKinds = ['project', 'vacancy', 'other'] as const
export type RoomKind = (typeof roomKinds)[number]
