import {
  type CollectionReason,
  type CollectionWhy,
  collectionBand,
  countedSkills,
  fittingReasons,
  collectionWeights as w,
} from '#contract/collection.ts'
import type { ScoringFacts } from './ranking-facts.ts'

/** Facts about the person for whom listings are scored. Skills are stored by key, the city in lower case. */
export type ScoringPerson = {
  category_id: number | null
  group_id: number | null
  skills: ReadonlySet<string>
  city: string | null
  years: number | null
  is_only_remote: boolean
  ui_language: string
  /** Time since which a published listing counts as fresh, in milliseconds since the epoch. */
  fresh_since: number
}

export type ListingScore = {
  points: number
  reason: CollectionReason
  /** Skills of the listing that the person has, as the listing spells them. */
  skills: string[]
}

/**
 * Returns the score of a listing for a person, and the reason that gave the most points. The card shows this reason. If
 * several reasons have equal points, the first one is taken.
 * @param isUnwanted true if the listing is similar to one that the person hid as unsuitable
 */
export function scoreListing(
  person: ScoringPerson,
  listing: ScoringFacts,
  isUnwanted: boolean,
): ListingScore {
  const skills = listing.skills.filter(({ key }) => person.skills.has(key)).map(({ name }) => name)
  const { category_id, experience_min, experience_max } = listing
  const isOwn = category_id !== null && category_id === person.category_id
  const isNear = !isOwn && listing.group_id !== null && listing.group_id === person.group_id
  const isHere = listing.city !== null && listing.city === person.city
  const recognised = [
    ['speciality', isOwn ? w.speciality : 0],
    ['skills', w.skill * Math.min(countedSkills, skills.length)],
    ['group', isNear ? w.group : 0],
    ['city', isHere ? w.city : 0],
  ] as const
  let points = 0
  let best: readonly [CollectionReason, number] = ['popular', 0]
  for (const term of recognised) {
    points += term[1]
    if (term[1] > best[1]) best = term
  }
  const { years } = person
  const hasYears = years !== null && experience_min !== null && experience_max !== null
  if (hasYears && years >= experience_min && years <= experience_max) points += w.experience
  if (person.is_only_remote && listing.is_remote) points += w.remote
  if (listing.listed_at >= person.fresh_since) points += w.fresh
  if (listing.answer_minutes !== null) points += w.answers
  if (listing.language === person.ui_language) points += w.language
  if (listing.urgent) points += w.urgent
  if (isUnwanted) points += w.unwanted
  return { points, reason: best[0], skills }
}

/**
 * Returns the band of a score: the score is divided by a fixed width. The collection shows listings of higher bands
 * first.
 */
export const bandOf = ({ points }: ListingScore) => Math.trunc(points / collectionBand)

type Fitting = { reason: (typeof fittingReasons)[number] }
/** True if the reason that gave a listing the most points is that it fits the person. */
export const isFitting = <One extends { reason: CollectionReason }>(one: One): one is One & Fitting =>
  (fittingReasons as readonly string[]).includes(one.reason)

/** Returns the extra facts that a listing's card shows in a collection; null if there are none. */
export function extraCardFacts({ skills }: ListingScore, listing: ScoringFacts): CollectionWhy | null {
  const { answer_minutes, is_first, is_well_paid } = listing
  const [skill = null] = skills
  const isSilent = skill === null && answer_minutes === null && !is_first && !is_well_paid
  return isSilent ? null : { skill, answer_minutes, is_first, is_well_paid }
}
