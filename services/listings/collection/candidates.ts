import { type RawBuilder, sql } from 'kysely'
import { collectionHead } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import { excludedAuthors } from '#services/users/visibility/hidden-authors.ts'
import { isShown } from './open-places.ts'
import { rankedFor, weighedPerson } from './person.ts'

/** Number of listings scored per source, newest first. */
const considered = { speciality: 80, neighbour: 6, skills: 60, market: 100 }
/** Number of spare listings of each sort for the first ten: they replace closed ones. */
export const standBy = { fitting: collectionHead.fitting + 5, first: collectionHead.first + 6 }

/**
 * Candidate sources: the person's speciality, its neighbours, each of their skills, and the whole market. First
 * listings of new authors are added regardless of age, enough to fill the first ten. Expects `person`, `left_out` and
 * `since`, whose `at` is the earliest listing time.
 */
function candidatesOf(kind: ListingKind): RawBuilder<{ id: number }> {
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
    union select found.id from since, person join categories near on near.parent_id = person.group_id
      and near.id <> person.category_id, lateral ${newest(sql`listing.category_id = near.id`, considered.neighbour)} found
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

type Asked = { viewer_id: number; now: string }
type Found = { ids: number[] }
/** `shown`: the ids that the viewer may see. */
type FoundSince = Found & { shown: number[] }

const all = (kind: ListingKind) =>
  prepare<Asked, Found>(
    (_, values) => sql<Found>`
      with person as materialized (${weighedPerson(values)}),
        since as materialized (select '-infinity'::timestamptz as at), ${excludedAuthors(values.viewer_id)}
      select coalesce(json_agg(id), '[]') as ids from (${candidatesOf(kind)}) candidate`,
  )

/** Candidates that the viewer's ranking does not contain yet; the ranking must be current. */
const since = (kind: ListingKind) =>
  prepare<Asked, FoundSince>(
    (_, values) => sql<FoundSince>`
      with person as materialized (${weighedPerson(values)}),
        kept as materialized (select collection.weighed_until, collection.listing_ids || array(
            select (one ->> 0)::bigint from jsonb_array_elements(collection.added) one) as ids
          from person join collections collection on collection.user_id = person.id
            and collection.kind = ${sql.lit(kind)} and collection.ranked_for = ${rankedFor}),
        since as materialized (select weighed_until as at from kept), ${excludedAuthors(values.viewer_id)}
      select coalesce(json_agg(listing.id order by listing.listed_at desc, listing.id desc), '[]') as ids,
        coalesce(json_agg(listing.id) filter (where ${isShown}), '[]') as shown
      from person, kept, (${candidatesOf(kind)}) candidate join listings listing on listing.id = candidate.id
      where listing.id <> all (kept.ids)`,
  )

/** Ids of the candidates of each kind for the viewer. */
export const candidates = { order: all('order'), vacancy: all('vacancy') }
/** Candidates listed since the ranking was made, newest first. */
export const newCandidates = { order: since('order'), vacancy: since('vacancy') }
