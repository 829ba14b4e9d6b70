/** Reasons of a rejection that have words of their own; anything else is the moderator's own text. */
export const rejectionReasons = ['contacts', 'forbidden', 'unclear', 'scam'] as const
/** Those of them for which a person is blocked with one press. */
export const blockReasons = ['scam', 'forbidden', 'contacts'] as const
/** Characters of a moderator's own reason. */
export const reasonLength = { min: 3, max: 500 } as const
export type RejectionReason = (typeof rejectionReasons)[number]

export function isKnownReason(reason: string): reason is RejectionReason {
  return rejectionReasons.includes(reason as RejectionReason)
}
