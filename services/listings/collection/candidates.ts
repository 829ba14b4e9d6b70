import { type RawBuilder, sql } from 'kysely'
import { collectionHead } from '#contract/collection.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import { excludedAuthors } from '#services/users/visibility/hidden-authors.ts'
import { isShown } from './open-places.ts'
import { selectScoringPerson } from './person.ts'

/** Maximum listings that each source of candidates adds to a collection. Each source adds its newest listings. */
const considered = { speciality: 80, neighbour: 6, skills: 60, market: 100 }
/**
 * Number of spare listings in a ranking for its first ten places: listings that fit the person, and first listings of
 * new authors. A spare listing replaces one that is closed meanwhile.
 */
export const spareCounts = { fitting: collectionHead.fitting + 5, first: collectionHead.first + 6 }

/**
 * SQL for the candidates of a person's collection. Sources are the person's speciality, neighbouring specialities, each
 * of the person's skills, and all published listings. First listings of new authors are added whatever their age, as
 * many as the first ten places need. The query needs the CTEs `person` and `left_out`.
 */
function candidatesOf(kind: ListingKind): RawBuilder<{ id: number }> {
  const newest = (
    condition: RawBuilder<unknown>,
    maxCount: number,
  ) => sql`(select listing.id from listings listing
    where listing.kind = ${sql.lit(kind)} and listing.status = 'published' and ${condition}
      and listing.author_id <> person.id
    order by listing.listed_at desc, listing.id desc limit ${sql.lit(maxCount)})`
  const inCategory = sql`listing.category_id = person.category_id`
  return sql`
    select found.id from person, lateral ${newest(inCategory, considered.speciality)} found
    union select found.id from person join categories near on near.parent_id = person.group_id
      and near.id <> person.category_id, lateral ${newest(sql`listing.category_id = near.id`, considered.neighbour)} found
    union select found.listing_id from person, unnest(person.skills) skill (key),
      lateral (select listing_id from listing_skills where kind = ${sql.lit(kind)} and skill_key = skill.key
        order by listed_at desc, listing_id desc
        limit (select 1 + ${sql.lit(considered.skills)} / greatest(1, cardinality(person.skills)))) found
    union select found.id from person, lateral ${newest(sql`true`, considered.market)} found
    union select found.id from person, lateral (
      select listing.id from listings listing join users author on author.id = listing.author_id
      where listing.kind = ${sql.lit(kind)} and listing.is_first and author.posted_count <= 1
        and listing.author_id <> person.id and ${isShown}
      order by listing.listed_at desc, listing.id desc limit ${sql.lit(spareCounts.first)}) found`
}

type Asked = { viewer_id: number; now: string }
type Found = { ids: number[] }

const idsOf = (kind: ListingKind) =>
  prepare<Asked, Found>(
    (_, values) => sql<Found>`
      with person as materialized (${selectScoringPerson(values)}), ${excludedAuthors(values.viewer_id)}
      select coalesce(json_agg(id), '[]') as ids from (${candidatesOf(kind)}) candidate`,
  )

/** Prepared queries, by kind of listing, for the ids of the listings that may appear in a viewer's collection. */
export const candidates = { order: idsOf('order'), vacancy: idsOf('vacancy') }
