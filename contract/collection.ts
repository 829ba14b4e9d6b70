/** Points with which the personal collection ranks a listing. */
export const collectionWeights = {
  /** The listing is in the person's own speciality. */
  speciality: 60,
  /** The listing is in another speciality of the same group. */
  group: 30,
  /** Points for each skill that listing and person have in common, up to `countedSkills`. */
  skill: 15,
  /** The listing is in the person's city. */
  city: 6,
  /** The person has the years of experience that the listing asks for. */
  experience: 5,
  /** The listing is remote, and the person wants only remote work. */
  remote: 5,
  /** The listing was published or renewed since yesterday morning. */
  fresh: 5,
  /** The author usually answers within `quickAnswerMinutes`. */
  answers: 4,
  /** The listing is in the language of the person's interface. */
  language: 4,
  /** The author marked the listing as urgent. */
  urgent: 3,
  /** The listing resembles one that the person has hidden, by speciality, price or time. */
  unwanted: -45,
} as const

export const countedSkills = 3

/** Minutes within which an author's usual answer counts as quick. */
export const quickAnswerMinutes = 180

/** Listings whose points differ by at most this many form a band, which is shuffled every day. */
export const collectionBand = 10

/**
 * Among the first `size` listings, at least `fitting` fit the person and `first` are first listings of their authors,
 * if there are that many. The help states both numbers.
 */
export const collectionHead = { size: 10, fitting: 5, first: 2 } as const

/**
 * Reason shown with a recommended listing: the recognizable reason that gives the listing most points. `popular` if no
 * such reason gives points.
 */
export type CollectionReason = 'speciality' | 'skills' | 'group' | 'city' | 'popular'

/** Reasons that mean a listing fits the person. */
export const fittingReasons = ['speciality', 'skills', 'group'] as const satisfies CollectionReason[]

/** Further details shown on a recommended card. */
export type CollectionWhy = {
  /** Skill that the listing and the person have in common, in the listing's spelling. */
  skill: string | null
  /** Minutes within which the author usually answers; null unless the author answers quickly. */
  answer_minutes: number | null
  /** True if the listing is the first one of its author. */
  is_first: boolean
  /** True for an order whose price is in the upper quarter of the prices in its speciality. */
  is_well_paid: boolean
}
