import { limits } from './limits.ts'

/** What the responses of the last days came to. */
export type ResponsesLately = {
  /** Chosen, shortlisted, or declined with a reason. */
  answered: number
  /** Declined as spam. */
  spam: number
}

/** How many responses a person may send within 24 hours: more with each that was answered, less with each spam. */
export function responsesADay({ answered, spam }: ResponsesLately): number {
  const { base, least, most, perAnswered, perSpam } = limits.responsesPerDay
  return Math.min(most, Math.max(least, Math.floor(base + perAnswered * answered - perSpam * spam)))
}
