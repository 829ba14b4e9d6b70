import { limits } from './limits.ts'

/** Numbers of a person's recent responses by their result. */
export type RecentResults = {
  /** Number of responses that were chosen, shortlisted, or declined with a reason. */
  answered: number
  /** Number of responses that were declined as spam. */
  spam: number
}

/**
 * Returns the number of responses that a person may send within 24 hours. Answered responses raise the number,
 * responses that were declined as spam lower it.
 */
export function dailyResponseLimit({ answered, spam }: RecentResults): number {
  const { base, least, most, perAnswered, perSpam } = limits.responsesPerDay
  return Math.min(most, Math.max(least, Math.floor(base + perAnswered * answered - perSpam * spam)))
}
