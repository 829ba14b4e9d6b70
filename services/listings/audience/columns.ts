import { type RawBuilder, sql } from 'kysely'
import { configurationByColumn, unfinishedQuery } from '#services/core/text/full-text.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'

/**
 * SQL for the value of a filter in a saved search. The value may be missing, single or a list. The query needs the
 * alias `search`.
 */
const filterValue = (name: string) => sql`search.filters -> ${sql.lit(name)}`
const filterText = (name: string) => sql`(search.filters ->> ${sql.lit(name)})`
const isEmpty = (name: string) =>
  sql`(${filterValue(name)} is null or ${filterValue(name)} in ('null'::jsonb, '[]'::jsonb, '""'::jsonb))`

/**
 * SQL for the values of a filter in a saved search as rows of text. The filter may be saved as a single value or as a
 * list.
 */
const filterValues = (name: string) => sql`(
  select jsonb_array_elements_text(case jsonb_typeof(${filterValue(name)}) when 'array' then ${filterValue(name)} else jsonb_build_array(${filterValue(name)}) end))`

const matchesColumn = (name: string, column: string) =>
  sql`(${isEmpty(name)} or ${sql.ref(`listing.${column}`)}::text in ${filterValues(name)})`

/** SQL for the query of a saved search. `offset 0` makes Postgres read its words once instead of at each use. */
const searchQuery = sql`(
  select ${unfinishedQuery(configurationByColumn('person.ui_language'), sql`asked.plain`)}
  from (select search_text(${filterText('search')}) as plain offset 0) asked)`

/** SQL for the amount of a price filter in kopecks, for comparison with `price_base`. */
const inRoubles = (name: string) => sql`(
  select (${filterText(name)}::numeric * 100 * rate_to_base)::bigint from currencies
  where id = coalesce(${filterText('currency_id')}::integer, 1))`

/**
 * SQL condition that a listing matches a saved search, by the same rules as services/listings/search/filters.ts. The
 * query needs the aliases `listing`, `search` and `person`. Words are searched in the language of the search's owner.
 * The filter by number of responses is ignored, because a new listing has none.
 */
export const searchMatches = sql<boolean>`(
  (${isEmpty('category_id')} or exists (
    select from categories leaf where leaf.id = listing.category_id
      and (leaf.id::text in ${filterValues('category_id')} or leaf.parent_id::text in ${filterValues('category_id')})))
  and (${isEmpty('price_from')} or listing.price_base >= ${inRoubles('price_from')})
  and (${isEmpty('price_to')} or listing.price_base <= ${inRoubles('price_to')})
  and (${isEmpty('experience')} or listing.experience_min is null or exists (
    select from (values ('none', 0, 0), ('lt1', 0, 1), ('y1_2', 1, 2), ('y1_3', 1, 3), ('y3_6', 3, 6), ('gt6', 6, 60))
      bucket (code, low, high)
    where bucket.code in ${filterValues('experience')}
      and listing.experience_min <= bucket.high and listing.experience_max >= bucket.low))
  and ${matchesColumn('payment_format', 'payment_format')}
  and ${matchesColumn('job_type', 'job_type')}
  and (${isEmpty('language')} or listing.language is null or listing.language in (${filterText('language')}, 'any'))
  and (${isEmpty('is_remote')} or listing.is_remote = ${filterText('is_remote')}::boolean)
  and (${isEmpty('is_urgent')} or not ${filterText('is_urgent')}::boolean or listing.urgent)
  and (${isEmpty('search')} or listing.search @@ ${searchQuery})
  and (${isEmpty('exclude')} or not listing.search @@ websearch_to_tsquery('russian',
    search_text(regexp_replace(
      btrim(regexp_replace(translate(${filterText('exclude')}, '"', ' '), '(^|[\\s,])-+', '\\1', 'g'), ' ,'),
      '[\\s,]+', ' or ', 'g'))))
  and (${isEmpty('tags')} or exists (
    select from (select tag.name_key as key from tags tag where tag.id = any (listing.tags)
      union select unnest(skill_keys(listing.skills))) said
    where said.key in (select lower(regexp_replace(name, '\\s+', ' ', 'g')) from ${filterValues('tags')} wanted (name)))))`

/** Queries for open listings that are similar to one that has ended. */

/**
 * SQL for open listings of the same kind and category as a past listing. They are sorted by the number of common
 * skills, then by the nearest price, then newest first. `over` is SQL that selects the ids of past listings.
 */
export const selectSimilarOpen = (over: RawBuilder<unknown>, now: string, maxCount: number) => sql`
  select open.id, open.author_id, row_number() over (order by
    (select count(*) from unnest(skill_keys(open.skills)) key where key = any (skill_keys(past.skills))) desc,
    abs(ln(greatest(open.price_base, 1)::float8) - ln(greatest(past.price_base, 1)::float8)) nulls last,
    open.listed_at desc) as rank
  from listings past join listings open on open.kind = past.kind and open.category_id = past.category_id
  where past.id in ${over} and open.id <> past.id
    and open.status = 'published' and open.executor_id is null and open.expires_at > ${now}
  order by rank limit ${sql.lit(maxCount)}`

/**
 * SQL condition that a listing may be proposed to a person: the listing is not the person's own, the person has not
 * responded to it or hidden it, and neither side has blocked the other. The query needs the alias `near` for the
 * listing.
 */
export const mayBeProposedTo = (person: RawBuilder<unknown>) => sql<boolean>`(near.author_id <> ${person}
  and not ${isBlockedPair(person, sql`near.author_id`)}
  and not exists (select from responses mine where mine.listing_id = near.id and mine.user_id = ${person})
  and not exists (select from not_for_me mark where mark.listing_id = near.id and mark.user_id = ${person}))`
