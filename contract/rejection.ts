/** Rejection reasons with prepared texts; anything else is the moderator's own text. */
export const rejectionReasons = ['contacts', 'duplicate', 'unclear', 'scam', 'forbidden'] as const
/** Reasons for removal, warning or block, with prepared texts. */
export const breachReasons = ['scam', 'spam', 'abuse', 'forbidden', 'contacts'] as const
/**
 * Consequences of an accepted report, each including the previous: remove the item, warn its author, block the author.
 * Items already gone or in work stay as they are.
 */
export const consequences = ['remove', 'warn', 'block'] as const
export type Consequence = (typeof consequences)[number]
/** Characters of a moderator's own reason. */
export const reasonLength = { min: 3, max: 500 } as const
/** Characters of an appeal; a shorter one is refused and uses up no appeal. */
export const appealLength = { min: 20, max: 1000 } as const
const knownReasons = [...new Set([...rejectionReasons, ...breachReasons])]
export type KnownReason = (typeof knownReasons)[number]

export function isKnownReason(reason: string): reason is KnownReason {
  return knownReasons.includes(reason as KnownReason)
}
