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
  /** In the language of the person's interface. */
  language: 4,
  /** The author's Urgent mark. */
  urgent: 3,
} as const

export const countedSkills = 3

/** Listings whose points differ by less stand in one band and are shuffled there, anew each day. */
export const collectionBand = 10

/** Why a listing is shown: the heaviest of the terms that a person can recognise, else that it is on the market. */
export type CollectionReason = 'speciality' | 'skills' | 'group' | 'city' | 'popular'
