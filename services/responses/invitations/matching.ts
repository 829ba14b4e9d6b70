import { type RawBuilder, sql } from 'kysely'
import { answersSoon } from '#contract/collection.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { found, isFitting, matched, reason, total } from '#services/listings/score.ts'
import { hiddenBy } from '#services/users/hidden-authors.ts'

/** How many of each source are weighed, the best rated first. */
const considered = { speciality: 100, neighbour: 20, skills: 200 }

export type Match = {
  id: number
  reason: 'speciality' | 'skills' | 'group'
  skills: string[]
  reply_minutes: number | null
  among: number
}

const best = sql`coalesce(person.rating, 0) desc, person.completed_count desc, person.id`
const isFree = sql`person.status = 'active' and person.is_contractor and person.is_free`

/** Free people of the speciality, of its neighbours, and with one of the skills. */
const candidates: RawBuilder<unknown> = sql`
  (select person.id from listing join users person on person.category_id = listing.category_id and ${isFree}
    order by ${best} limit ${sql.lit(considered.speciality)})
  union
  (select found.id from listing join categories own on own.id = listing.category_id
      join categories leaf on leaf.parent_id = own.parent_id and leaf.id <> own.id,
    lateral (select person.id from users person where person.category_id = leaf.id and ${isFree}
      order by ${best} limit ${sql.lit(considered.neighbour)}) found)
  union
  (select person.id from listing, unnest(skill_keys(listing.skills)) asked (key)
      join user_skills skill on skill.name_key = asked.key
      join users person on person.id = skill.user_id and ${isFree}
    group by person.id order by count(*) desc, ${best} limit ${sql.lit(considered.skills)})`

/** Whoever has answered, does not want it, or is not to meet the author is not asked; over `person` and `listing`. */
const mayBeAsked = (now: unknown) => sql<boolean>`(person.id <> listing.author_id
  and (listing.is_remote or not person.is_only_remote)
  and not exists (select from user_blocks where (user_id, blocked_id) in
    ((person.id, listing.author_id), (listing.author_id, person.id)))
  and not exists (select from responses where listing_id = listing.id and user_id = person.id and status <> 'withdrawn')
  and listing.author_id <> all (array(${hiddenBy(sql`person.id`)}))
  and not exists (select from not_for_me mark
    where mark.user_id = person.id and (mark.until is null or mark.until > ${now}::timestamptz)
      and (mark.listing_id = listing.id or mark.reason = 'busy')))`

type Asked = { listing_id: number; now: string; limit: number; user_ids: number[] }
const matches = prepare<Asked, Match>((db, { listing_id, now, limit, user_ids }) => {
  const statement = sql<Match>`
    with listing as materialized (select * from listings where id = ${listing_id}::bigint),
    person as materialized (
      select person.id, person.rating, person.completed_count, person.category_id, speciality.parent_id as group_id,
        person.ui_language, person.is_only_remote, person.years_of_experience as years, lower(person.city) as city,
        array(select name_key from user_skills where user_id = person.id) as skills,
        date_trunc('day', ${now}::timestamptz) as today, 'said' as said
      from users person left join categories speciality on speciality.id = person.category_id
      where person.id in (select id from (${candidates}) candidate)
    ), weighed as (
      select person.id, ${total} as points, person.rating, person.completed_count, ${reason} as reason,
        matched.names as skills,
        (select reply_minutes from person_records record where record.user_id = person.id
          and record.talks >= ${sql.lit(limits.record.least)} and reply_minutes <= ${sql.lit(answersSoon)}) as reply_minutes
      from listing cross join person left join categories category on category.id = listing.category_id
      cross join lateral (${matched} offset 0) matched cross join lateral (${found} offset 0) found
      where ${mayBeAsked(now)}
    ), fitting as (select *, count(*) over ()::int as among from weighed where ${isFitting})
    select id, reason, skills, reply_minutes, among from (
      select *, row_number() over (order by points desc, coalesce(rating, 0) desc, completed_count desc, id) as place
      from fitting) ranked
    where place <= ${limit}::int or id = any (${user_ids}::bigint[]) order by place`
  return { compile: () => statement.compile(db) }
})

/**
 * Who fits a listing by the score of the personal collection, the best first.
 * @param user_ids who is wanted besides the first ones
 */
export function matchPeople(ctx: Context, db: Context['db'], listing_id: number, user_ids: number[] = []) {
  const { shown } = limits.invitations
  return matches(db, { listing_id, now: ctx.now().toISOString(), limit: shown, user_ids })
}
