/** Reasons of a rejection that have words of their own; anything else is the moderator's own text. */
export const rejectionReasons = ['contacts', 'duplicate', 'unclear', 'scam', 'forbidden'] as const
/** Reasons for which staff remove something, warn or block, with words of their own as well. */
export const breachReasons = ['scam', 'spam', 'abuse', 'forbidden', 'contacts'] as const
/**
 * What an accepted report leads to: the thing is taken down or removed; so, and its author is warned; so, and blocked.
 * A thing that is not there any more, or is in work, stays as it is.
 */
export const consequences = ['remove', 'warn', 'block'] as const
export type Consequence = (typeof consequences)[number]
/** Characters of a moderator's own reason. */
export const reasonLength = { min: 3, max: 500 } as const
/** Characters of an appeal; a shorter one is asked for again and does not count. */
export const appealLength = { min: 20, max: 1000 } as const
const knownReasons = [...new Set([...rejectionReasons, ...breachReasons])]
export type KnownReason = (typeof knownReasons)[number]

export function isKnownReason(reason: string): reason is KnownReason {
  return knownReasons.includes(reason as KnownReason)
}
