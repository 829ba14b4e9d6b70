import { type RawBuilder, sql } from 'kysely'
import {
  answersSoon,
  type CollectionReason,
  collectionBand,
  collectionWeights,
  countedSkills,
  fittingReasons,
} from '#contract/collection.ts'
import { limits } from '#contract/limits.ts'
import { isLikeUnwanted } from '#services/notifications/not-for-me.ts'

/** Points for a term that holds, over the rows `listing`, `category`, `person`, `matched` and `found`. */
function points(weight: number, holds: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(case when ${holds} then ${sql.lit(weight)} else 0 end)`
}

const w = collectionWeights

/**
 * The person's skills that the listing asks for, in its words: the row `matched`. They are stored without odd spaces
 * (skills.ts); folding those here would cost more than all the rest.
 */
export const matched = sql`select array(select name from (select unnest(listing.skills) as name) asked
  where lower(name) = any (person.skills)) as names`

const recognised: Record<Exclude<CollectionReason, 'popular'>, RawBuilder<number>> = {
  speciality: points(w.speciality, sql`listing.category_id = person.category_id`),
  skills: sql`(${sql.lit(w.skill)} * least(${sql.lit(countedSkills)}, cardinality(matched.names)))`,
  group: points(
    w.group,
    sql`category.parent_id = person.group_id and listing.category_id <> person.category_id`,
  ),
  city: points(w.city, sql`lower(listing.location) = person.city`),
}
const terms = Object.keys(recognised).map((name) => sql.ref(`found.${name}`))

const { least } = limits.record
/**
 * What is found of a listing once for all that follows, over the rows `listing`, `category`, `person` and `matched`: the
 * row `found`. Who is new has no other listing than their first; a record says nothing while it is short; and an order
 * pays well as the upper quarter of its speciality does.
 */
export const found = sql`select
  ${sql.join(Object.entries(recognised).map(([name, value]) => sql`${value} as ${sql.ref(name)}`))},
  listing.is_first and (select posted_count <= 1 from users where id = listing.author_id) as is_first,
  (select wait_minutes from person_records record where record.user_id = listing.author_id
    and record.closed >= ${sql.lit(least)} and record.responses >= ${sql.lit(least)}
    and record.wait_minutes <= ${sql.lit(answersSoon)}) as answer_minutes,
  listing.kind = 'order' and listing.payment_format = 'fixed' and coalesce(listing.price_base >=
    (select high from category_prices where category_id = listing.category_id), false) as is_well_paid`

const silent = [
  points(w.experience, sql`person.years between listing.experience_min and listing.experience_max`),
  points(w.remote, sql`person.is_only_remote and listing.is_remote`),
  points(w.fresh, sql`listing.listed_at >= person.today - interval '1 day'`),
  points(w.answers, sql`found.answer_minutes is not null`),
  points(w.language, sql`listing.language = person.ui_language`),
  points(w.urgent, sql`listing.urgent`),
  points(w.unwanted, sql`person.said <> '' and ${isLikeUnwanted(sql`person.today + interval '1 day'`)}`),
]

/** All points of a listing for a person. */
export const total: RawBuilder<number> = sql`(${sql.join([...terms, ...silent], sql` + `)})`

/** The band of a listing's points; the highest stands first. */
export const band: RawBuilder<number> = sql`(${total} / ${sql.lit(collectionBand)})`

/** The heaviest recognisable term; of equal ones the first. */
export const reason: RawBuilder<CollectionReason> = sql`case greatest(${sql.join(terms)})
  when 0 then 'popular'
  ${sql.join(
    Object.keys(recognised).map((name) => sql`when ${sql.ref(`found.${name}`)} then ${sql.lit(name)}`),
    sql` `,
  )} end`

/** Over `reason`: whether it fits the person. */
export const isFitting = sql<boolean>`reason in (${sql.join(fittingReasons.map((one) => sql.lit(one)))})`

/** What a card says besides its reason (`CollectionWhy`); null where that is nothing. */
export const why: RawBuilder<unknown> = sql`case
  when matched.names <> '{}' or found.answer_minutes is not null or found.is_first or found.is_well_paid
  then json_build_object('skill', matched.names[1], 'answer_minutes', found.answer_minutes,
    'is_first', found.is_first, 'is_well_paid', found.is_well_paid) end`
