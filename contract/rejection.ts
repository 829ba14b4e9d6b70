/** Reasons for a rejection that have a prepared text. Any other reason is the moderator's own text. */
export const rejectionReasons = ['contacts', 'duplicate', 'unclear', 'scam', 'forbidden'] as const
/** Reasons for a removal, a warning or a block that have a prepared text. */
export const breachReasons = ['scam', 'spam', 'abuse', 'forbidden', 'contacts'] as const
/**
 * Consequences of an accepted report. Each consequence includes the earlier ones in the list: remove the item, warn its
 * author, block the author. Items that are gone or in work stay as they are.
 */
export const consequences = ['remove', 'warn', 'block'] as const
export type Consequence = (typeof consequences)[number]
/** Length of a reason that a moderator writes, in characters. */
export const reasonLength = { min: 3, max: 500 } as const
/** Length of an appeal, in characters. A shorter appeal is refused, and the author can send another one. */
export const appealLength = { min: 20, max: 1000 } as const
const knownReasons = [...new Set([...rejectionReasons, ...breachReasons])]
export type KnownReason = (typeof knownReasons)[number]

export function isKnownReason(reason: string): reason is KnownReason {
  return knownReasons.includes(reason as KnownReason)
}
