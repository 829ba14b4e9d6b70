import { type RawBuilder, sql } from 'kysely'
import { hiddenSummary } from '#services/listings/audience/hidden-listings.ts'
import type { ScoringPerson } from './score.ts'

/**
 * SQL for the facts about a person from which listings are scored. Times are relative to the start of the UTC day, so
 * that all pages of a collection have the same order on one day. A ranking stays valid while these facts are unchanged.
 */
export function selectScoringPerson({
  viewer_id,
  now,
}: {
  viewer_id: number
  now: string
}): RawBuilder<unknown> {
  return sql`select person.id, person.category_id, speciality.parent_id as group_id, person.ui_language,
      person.is_only_remote, person.years_of_experience as years, lower(person.city) as city,
      array(select name_key from user_skills where user_id = person.id order by name_key) as skills,
      date_trunc('day', ${now}::timestamptz) as today, marks.*
    from users person left join categories speciality on speciality.id = person.category_id
    cross join lateral (${hiddenSummary(sql`person.id`, now)}) marks
    where person.id = ${viewer_id}::bigint`
}
export const rankedFor = sql<string>`md5(person::text)`

/** Facts about a person from which listings are scored, as read from JSON. */
export type ScoringPersonRow = Omit<ScoringPerson, 'skills' | 'fresh_since'> & {
  id: number
  skills: string[]
  today: string
  /** The person's hidden listings with the reasons, as one text; '' if there are none. */
  said: string
}

const dayMs = 24 * 60 * 60_000
/**
 * Converts the facts about a person for scoring. A listing counts as fresh if it was published since the start of
 * yesterday.
 */
export const toScoringPerson = ({ skills, today, ...person }: ScoringPersonRow): ScoringPerson => ({
  ...person,
  skills: new Set(skills),
  fresh_since: Date.parse(today) - dayMs,
})
