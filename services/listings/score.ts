import { type RawBuilder, sql } from 'kysely'
import {
  type CollectionReason,
  collectionBand,
  collectionWeights,
  countedSkills,
} from '#contract/collection.ts'

/** Points for a term that holds, over the rows `listing`, `category` and `person`. */
function points(weight: number, holds: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(case when ${holds} then ${sql.lit(weight)} else 0 end)`
}

const w = collectionWeights
const matchedSkills = sql`least(${sql.lit(countedSkills)}, (select count(*)::int
  from unnest(skill_keys(listing.skills)) key where key = any(person.skills)))`

const recognised: Record<Exclude<CollectionReason, 'popular'>, RawBuilder<number>> = {
  speciality: points(w.speciality, sql`listing.category_id = person.category_id`),
  skills: sql`(${sql.lit(w.skill)} * ${matchedSkills})`,
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
  points(w.language, sql`listing.language = person.ui_language`),
  points(w.urgent, sql`listing.urgent`),
]

/** The band of a listing's points; the highest stands first. */
export const band: RawBuilder<number> = sql`
  ((${sql.join([...Object.values(recognised), ...silent], sql` + `)}) / ${sql.lit(collectionBand)})`

/** The heaviest recognisable term. */
export const reason: RawBuilder<CollectionReason> = sql`coalesce((
  select term.name from (values ${sql.join(
    Object.entries(recognised).map(([name, weight]) => sql`(${sql.lit(name)}, ${weight})`),
  )}) term (name, points) where term.points > 0 order by term.points desc limit 1), 'popular')`
