import { type RawBuilder, sql } from 'kysely'
import { hiddenSummary } from '#services/listings/audience/hidden-listings.ts'
import type { Weigher } from './score.ts'

/**
 * The person's row for scoring. Times are relative to the start of the UTC day, so that the pages of a day agree. A
 * ranking stays current while this row is unchanged.
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

/** That row as JSON. */
export type WeighedPerson = Omit<Weigher, 'skills' | 'fresh_since'> & {
  id: number
  skills: string[]
  today: string
  /** The person's hidden listings with their reasons, as text; '' if there are none. */
  said: string
}

const dayMs = 24 * 60 * 60_000
/** Listings since the start of yesterday count as fresh. */
export const weigherOf = ({ skills, today, ...person }: WeighedPerson): Weigher => ({
  ...person,
  skills: new Set(skills),
  fresh_since: Date.parse(today) - dayMs,
})
