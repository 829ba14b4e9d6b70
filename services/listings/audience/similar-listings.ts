import { type RawBuilder, sql } from 'kysely'

/** Finds open listings similar to one that has ended. */

/**
 * Listings of the same kind and category, nearest by skills, then by price, then the newest. `over` selects
 * ids of past listings.
 */
export const nearOpen = (over: RawBuilder<unknown>, now: string, most: number) => sql`
  select open.id, open.author_id, row_number() over (order by
    (select count(*) from unnest(skill_keys(open.skills)) key where key = any (skill_keys(past.skills))) desc,
    abs(ln(greatest(open.price_base, 1)::float8) - ln(greatest(past.price_base, 1)::float8)) nulls last,
    open.listed_at desc) as rank
  from listings past join listings open on open.kind = past.kind and open.category_id = past.category_id
  where past.id in ${over} and open.id <> past.id
    and open.status = 'published' and open.executor_id is null and open.expires_at > ${now}
  order by rank limit ${sql.lit(most)}`

/**
 * True if a row of `near` may be proposed to a person: not their own, not answered or hidden, and neither
 * side blocked.
 */
export const fits = (person: RawBuilder<unknown>) => sql<boolean>`(near.author_id <> ${person}
  and not exists (select from user_blocks where (user_id, blocked_id) in
    ((${person}, near.author_id), (near.author_id, ${person})))
  and not exists (select from responses mine where mine.listing_id = near.id and mine.user_id = ${person})
  and not exists (select from not_for_me mark where mark.listing_id = near.id and mark.user_id = ${person}))`
