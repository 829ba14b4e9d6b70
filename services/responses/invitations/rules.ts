import { type RawBuilder, sql } from 'kysely'
import { quickAnswerMinutes } from '#contract/collection.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { isLikeHidden } from '#services/listings/audience/hidden-listings.ts'
import { readWeighables } from '#services/listings/collection/ranking-facts.ts'
import { isFitting, type ScoringPerson, scoreListing } from '#services/listings/collection/score.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'
import { hiddenAuthorsOf } from '#services/users/visibility/hidden-authors.ts'

/** Largest number of people taken from each source of candidates, best rated first. */
const candidateLimits = { speciality: 100, neighbour: 20, skills: 200 }

export type Match = {
  id: number
  reason: 'speciality' | 'skills' | 'group'
  skills: string[]
  reply_minutes: number | null
  among: number
}

const byRating = sql`coalesce(person.rating, 0) desc, person.completed_count desc, person.id`
const isFree = sql`person.status = 'active' and person.is_contractor and person.is_free`

/**
 * SQL for people who could be invited: available people of the listing's speciality, of a related speciality, or with
 * one of the listing's skills.
 */
const candidates: RawBuilder<unknown> = sql`
  (select person.id from listing join users person on person.category_id = listing.category_id and ${isFree}
    order by ${byRating} limit ${sql.lit(candidateLimits.speciality)})
  union
  (select found.id from listing join categories own on own.id = listing.category_id
      join categories leaf on leaf.parent_id = own.parent_id and leaf.id <> own.id,
    lateral (select person.id from users person where person.category_id = leaf.id and ${isFree}
      order by ${byRating} limit ${sql.lit(candidateLimits.neighbour)}) found)
  union
  (select person.id from listing, unnest(skill_keys(listing.skills)) asked (key)
      join user_skills skill on skill.name_key = asked.key
      join users person on person.id = skill.user_id and ${isFree}
    group by person.id order by count(*) desc, ${byRating} limit ${sql.lit(candidateLimits.skills)})`

/**
 * SQL that excludes people who have responded, are unwilling, or are blocked by or block the author. Needs the tables
 * `person` and `listing`.
 */
const mayBeInvited = (now: unknown) => sql<boolean>`(person.id <> listing.author_id
  and (listing.is_remote or not person.is_only_remote)
  and not ${isBlockedPair(sql`person.id`, sql`listing.author_id`)}
  and not exists (select from responses where listing_id = listing.id and user_id = person.id and status <> 'withdrawn')
  and listing.author_id <> all (array(${hiddenAuthorsOf(sql`person.id`)}))
  and not exists (select from not_for_me mark
    where mark.user_id = person.id and (mark.until is null or mark.until > ${now}::timestamptz)
      and (mark.listing_id = listing.id or mark.reason = 'busy')))`

type Asked = { listing_id: number; now: string }
type Person = Omit<ScoringPerson, 'skills'> & {
  id: number
  skills: string[]
  rating: number
  completed_count: number
  is_unwanted: boolean
  reply_minutes: number | null
}
const people = prepare<Asked, Person>((db, { listing_id, now }) => {
  const statement = sql<Person>`
    with listing as materialized (select * from listings where id = ${listing_id}::bigint),
    today as materialized (select date_trunc('day', ${now}::timestamptz) as at)
    select person.id, person.category_id, speciality.parent_id as group_id, person.ui_language, person.is_only_remote,
      person.years_of_experience as years, lower(person.city) as city,
      array(select name_key from user_skills where user_id = person.id) as skills,
      (extract(epoch from today.at - interval '1 day') * 1000)::float8 as fresh_since,
      coalesce(person.rating, 0)::float8 as rating, person.completed_count,
      ${isLikeHidden(sql`today.at + interval '1 day'`)} as is_unwanted,
      (select reply_minutes from person_records record where record.user_id = person.id
        and record.talks >= ${sql.lit(limits.record.least)} and reply_minutes <= ${sql.lit(quickAnswerMinutes)}) as reply_minutes
    from today, listing, users person left join categories speciality on speciality.id = person.category_id
    where person.id in (select id from (${candidates}) candidate) and ${mayBeInvited(now)}`
  return { compile: () => statement.compile(db) }
})

/**
 * Returns the people who fit a listing, by the score that also sorts the personal collection, best first.
 * @param user_ids people who are included even if they are not among the best
 */
export async function matchPeople(
  ctx: Context,
  db: Context['db'],
  listing_id: number,
  user_ids: number[] = [],
): Promise<Match[]> {
  const listing = (await readWeighables(db, [listing_id])).get(listing_id)
  if (!listing) return []
  const rows = await people(db, { listing_id, now: ctx.now().toISOString() })
  const weighed = rows.map((person) => ({
    ...person,
    ...scoreListing({ ...person, skills: new Set(person.skills) }, listing, person.is_unwanted),
  }))
  const fitting = weighed
    .filter(isFitting)
    .sort(
      (one, other) =>
        other.points - one.points ||
        other.rating - one.rating ||
        other.completed_count - one.completed_count ||
        one.id - other.id,
    )
  return fitting
    .filter(({ id }, place) => place < limits.invitations.shown || user_ids.includes(id))
    .map(({ id, reason, skills, reply_minutes }) => ({
      id,
      reason,
      skills,
      reply_minutes,
      among: fitting.length,
    }))
}
