import { type RawBuilder, sql } from 'kysely'
import {
  answersSoon,
  type CollectionReason,
  collectionBand,
  collectionWeights,
  countedSkills,
} from '#contract/collection.ts'
import { limits } from '#contract/limits.ts'
import { isLikeUnwanted } from '#services/notifications/not-for-me.ts'

/** Points for a term that holds, over the rows `listing`, `category`, `person`, `matched` and `author`. */
function points(weight: number, holds: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(case when ${holds} then ${sql.lit(weight)} else 0 end)`
}

const w = collectionWeights

/**
 * How many of the person's skills the listing asks for and the first of them, found once for all terms: the row
 * `matched`. The folding of `user_skills.name_key` written out, because calling `skill_keys` costs more than all the rest.
 */
export const matched = sql`select count(*)::int as skills, (array_agg(btrim(asked.name)))[1] as skill,
    array_agg(btrim(asked.name)) as names
  from unnest(listing.skills) asked (name)
  where lower(regexp_replace(btrim(asked.name), '\\s+', ' ', 'g')) = any (person.skills)`

/** What is known of a listing's author: the row `author`. A record says nothing while it is short. */
export const author = sql`select users.posted_count <= 1 as is_new,
    case when record.closed >= ${sql.lit(limits.record.least)} and record.responses >= ${sql.lit(limits.record.least)}
      and record.wait_minutes <= ${sql.lit(answersSoon)} then record.wait_minutes end as answer_minutes
  from users left join person_records record on record.user_id = users.id where users.id = listing.author_id`

const recognised: Record<Exclude<CollectionReason, 'popular'>, RawBuilder<number>> = {
  speciality: points(w.speciality, sql`listing.category_id = person.category_id`),
  skills: sql`(${sql.lit(w.skill)} * least(${sql.lit(countedSkills)}, matched.skills))`,
  group: points(
    w.group,
    sql`category.parent_id = person.group_id and listing.category_id <> person.category_id`,
  ),
  city: points(w.city, sql`lower(listing.location) = person.city`),
}

const silent = [
  points(w.experience, sql`person.years between listing.experience_min and listing.experience_max`),
  points(w.remote, sql`person.is_only_remote and listing.is_remote`),
  points(w.fresh, sql`listing.listed_at >= person.today - interval '1 day'`),
  points(w.answers, sql`author.answer_minutes is not null`),
  points(w.language, sql`listing.language = person.ui_language`),
  points(w.urgent, sql`listing.urgent`),
  points(w.unwanted, sql`person.said <> '' and ${isLikeUnwanted(sql`person.today + interval '1 day'`)}`),
]

/** All points of a listing for a person. */
export const total: RawBuilder<number> = sql`(${sql.join([...Object.values(recognised), ...silent], sql` + `)})`

/** The band of a listing's points; the highest stands first. */
export const band: RawBuilder<number> = sql`(${total} / ${sql.lit(collectionBand)})`

/** The heaviest recognisable term; of equal ones the first. */
export const reason: RawBuilder<CollectionReason> = sql`case greatest(${sql.join(Object.values(recognised))})
  when 0 then 'popular'
  ${sql.join(
    Object.entries(recognised).map(([name, weight]) => sql`when ${weight} then ${sql.lit(name)}`),
    sql` `,
  )} end`

/** What a card says besides its reason (`CollectionWhy`). */
export const why: RawBuilder<unknown> = sql`json_build_object('skill', matched.skill,
  'answer_minutes', author.answer_minutes, 'is_first', author.is_new,
  'is_well_paid', listing.kind = 'order' and listing.payment_format = 'fixed' and coalesce(listing.price_base >=
    (select high from category_prices where category_id = listing.category_id), false))`
