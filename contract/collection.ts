/** Points with which the personal collection ranks a listing. */
export const collectionWeights = {
  /** The person's own speciality. */
  speciality: 60,
  /** Another speciality of the same group. */
  group: 30,
  /** Each skill in common, up to `countedSkills`. */
  skill: 15,
  /** The person's own city. */
  city: 6,
  /** The person's years of experience fit. */
  experience: 5,
  /** Remote work, for a person who wants only that. */
  remote: 5,
  /** Published or renewed since yesterday morning. */
  fresh: 5,
  /** The author usually answers within `answersSoon` minutes. */
  answers: 4,
  /** In the language of the person's interface. */
  language: 4,
  /** Marked urgent by the author. */
  urgent: 3,
  /** Similar to a hidden listing: its speciality, price or time. */
  unwanted: -45,
} as const

export const countedSkills = 3

/** Minutes within which an author's usual answer counts as quick. */
export const quickAnswerMinutes = 180

/** Listings within this many points form a band, which is shuffled every day. */
export const collectionBand = 10

/**
 * Minimum of fitting listings and of authors' first listings among the first ten, if available; documented in the help.
 */
export const collectionHead = { size: 10, fitting: 5, first: 2 } as const

/** Reason shown with a listing: the largest recognizable term, else `popular`. */
export type CollectionReason = 'speciality' | 'skills' | 'group' | 'city' | 'popular'

/** Reasons that mean a listing fits the person. */
export const fittingReasons = ['speciality', 'skills', 'group'] as const satisfies CollectionReason[]

/** Further details on a recommended card. */
export type CollectionWhy = {
  /** A skill in common, in the listing's spelling. */
  skill: string | null
  /** The author's usual answer time, if short. */
  answer_minutes: number | null
  /** The author's first listing. */
  is_first: boolean
  /** An order priced in the upper quarter of its speciality. */
  is_well_paid: boolean
}
