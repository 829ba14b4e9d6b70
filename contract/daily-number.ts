import { limits } from './limits.ts'

/** Results of a person's recent responses. */
export type RecentResults = {
  /** Chosen, shortlisted, or declined with a reason. */
  answered: number
  /** Declined as spam. */
  spam: number
}

/** Responses a person may send within 24 hours: more for answered ones, fewer for spam. */
export function dailyResponseLimit({ answered, spam }: RecentResults): number {
  const { base, least, most, perAnswered, perSpam } = limits.responsesPerDay
  return Math.min(most, Math.max(least, Math.floor(base + perAnswered * answered - perSpam * spam)))
}
