/** How the personal collection weighs a listing: points of each term that holds for the person. */
export const collectionWeights = {
  /** The person's own speciality. */
  speciality: 60,
  /** Another speciality of the same group. */
  group: 30,
  /** Each skill of the person that the listing asks for, up to `countedSkills`. */
  skill: 15,
  /** The person's own city. */
  city: 6,
  /** The person's years of experience lie within what is asked for. */
  experience: 5,
  /** Remote work, for a person who wants only that. */
  remote: 5,
  /** Published or renewed since yesterday morning. */
  fresh: 5,
  /** The author answers within `answersSoon` minutes. */
  answers: 4,
  /** In the language of the person's interface. */
  language: 4,
  /** The author's Urgent mark. */
  urgent: 3,
  /** Like something of which the person said that it does not suit them: such a speciality, price or term. */
  unwanted: -45,
} as const

export const countedSkills = 3

/** Minutes within which an author's usual answer counts as quick. */
export const answersSoon = 180

/** Listings whose points differ by less stand in one band and are shuffled there, anew each day. */
export const collectionBand = 10

/**
 * Of the first ten of each list at least so many fit the person and so many are first listings of their authors, as far
 * as there are any; the help says so.
 */
export const collectionHead = { size: 10, fitting: 5, first: 2 } as const

/** Why a listing is shown: the heaviest of the terms that a person can recognise, else that it is on the market. */
export type CollectionReason = 'speciality' | 'skills' | 'group' | 'city' | 'popular'

/** Reasons by which a listing fits a person. */
export const fittingReasons = ['speciality', 'skills', 'group'] as const satisfies CollectionReason[]

/** What else a recommended card says of itself. */
export type CollectionWhy = {
  /** A skill of the person that the listing asks for, in its words. */
  skill: string | null
  /** The author's usual time to an answer, where it is quick. */
  answer_minutes: number | null
  /** The author's first listing. */
  is_first: boolean
  /** An order that pays as the upper quarter of its speciality does. */
  is_well_paid: boolean
}
