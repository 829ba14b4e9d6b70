import { type RawBuilder, sql } from 'kysely'
import { collectionHead } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { isShown } from './collection-open.ts'

/** How many listings of each source are weighed, the newest first. */
const considered = { speciality: 100, neighbour: 10, skills: 100, market: 150 }
/** How many of each sort stand by for the first ten: what is over by then is passed by. */
export const standBy = { fitting: collectionHead.fitting + 5, first: collectionHead.first + 6 }

/**
 * Where candidates come from: the own speciality, its neighbours, each own skill, and the whole market, and of what new
 * authors have in it as much as stands by for the first ten, whenever it was listed. Over `person`, `near`, the other
 * specialities of their group, and `since`.
 */
export function candidatesOf(kind: ListingKind): RawBuilder<unknown> {
  const newest = (
    condition: RawBuilder<unknown>,
    most: number,
  ) => sql`(select listing.id from listings listing
    where listing.kind = ${sql.lit(kind)} and listing.status = 'published' and ${condition}
      and listing.listed_at > since.at and listing.author_id <> person.id
    order by listing.listed_at desc, listing.id desc limit ${sql.lit(most)})`
  const inCategory = sql`listing.category_id = person.category_id`
  return sql`
    select found.id from person, since, lateral ${newest(inCategory, considered.speciality)} found
    union select found.id from since, person, near, unnest(near.leaves) leaf (id),
      lateral ${newest(sql`listing.category_id = leaf.id`, considered.neighbour)} found
    union select found.listing_id from person, since, unnest(person.skills) skill (key),
      lateral (select listing_id from listing_skills where kind = ${sql.lit(kind)} and skill_key = skill.key
          and listed_at > since.at
        order by listed_at desc, listing_id desc
        limit (select 1 + ${sql.lit(considered.skills)} / greatest(1, cardinality(person.skills)))) found
    union select found.id from person, since, lateral ${newest(sql`true`, considered.market)} found
    union select found.id from person, lateral (
      select listing.id from listings listing join users author on author.id = listing.author_id
      where listing.kind = ${sql.lit(kind)} and listing.is_first and author.posted_count <= 1
        and listing.author_id <> person.id and ${isShown}
      order by listing.listed_at desc, listing.id desc limit ${sql.lit(standBy.first)}) found`
}
