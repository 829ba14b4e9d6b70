import { type RawBuilder, sql } from 'kysely'
import { hiddenSummary } from '#services/listings/audience/hidden-listings.ts'
import type { Weigher } from './score.ts'

/**
 * SQL for a person's facts that scores depend on. Times are relative to the start of the UTC day, so that all pages of
 * a day agree. A ranking stays current while these facts are unchanged.
 */
export function weighedPerson({ viewer_id, now }: { viewer_id: number; now: string }): RawBuilder<unknown> {
  return sql`select person.id, person.category_id, speciality.parent_id as group_id, person.ui_language,
      person.is_only_remote, person.years_of_experience as years, lower(person.city) as city,
      array(select name_key from user_skills where user_id = person.id order by name_key) as skills,
      date_trunc('day', ${now}::timestamptz) as today, marks.*
    from users person left join categories speciality on speciality.id = person.category_id
    cross join lateral (${hiddenSummary(sql`person.id`, now)}) marks
    where person.id = ${viewer_id}::bigint`
}
export const rankedFor = sql<string>`md5(person::text)`

/** The person's facts for scoring, as JSON. */
export type WeighedPerson = Omit<Weigher, 'skills' | 'fresh_since'> & {
  id: number
  skills: string[]
  today: string
  /** SQL for the person's hidden listings with their reasons, as one text; '' if there are none. */
  said: string
}

const dayMs = 24 * 60 * 60_000
/** Converts the person's facts for scoring. Listings since the start of yesterday count as fresh. */
export const weigherOf = ({ skills, today, ...person }: WeighedPerson): Weigher => ({
  ...person,
  skills: new Set(skills),
  fresh_since: Date.parse(today) - dayMs,
})
