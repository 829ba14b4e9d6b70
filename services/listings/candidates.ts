import { type RawBuilder, sql } from 'kysely'
import { collectionHead } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { isShown } from './collection-open.ts'
import { band, found, matched, reason, why } from './score.ts'

/** How many listings of each source are weighed, the newest first. */
const considered = { speciality: 100, neighbour: 10, skills: 100, market: 150 }
/** How many of each sort stand by for the first ten: what is over by then is passed by. */
export const standBy = { fitting: collectionHead.fitting + 5, first: collectionHead.first + 6 }

/**
 * Where candidates come from: the own speciality, its neighbours, each own skill, and the whole market, and of what new
 * authors have in it as much as stands by for the first ten, whenever it was listed.
 */
function candidatesOf(kind: ListingKind): RawBuilder<unknown> {
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

/**
 * What is weighed of a kind, as the pieces of a statement that end with `weighed`. Over `person`, `left_out`, and `since`,
 * from when on (`at`) it was listed.
 */
export const weighedOf = (kind: ListingKind) => sql`
  near as materialized (select array(select leaf.id from categories leaf
    where leaf.parent_id = person.group_id and leaf.id <> person.category_id) as leaves from person),
  candidates as (${candidatesOf(kind)}),
  weighed as materialized (
    select listing.id, ${band} as band, ${reason} as reason, ${why}::text as why, found.is_first
    from person, near, listings listing
    cross join lateral (select case when listing.category_id = any(near.leaves) then person.group_id end
      as parent_id) category
    cross join lateral (${matched} offset 0) matched cross join lateral (${found} offset 0) found
    where listing.id = any(array(select id from candidates))
      and listing.status = 'published' and listing.author_id <> person.id)`
