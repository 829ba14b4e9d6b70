import { sql } from 'kysely'
import { asPrefixQuery, configurationByColumn } from '#services/core/text/full-text.ts'

/** A value of a saved filter: absent, one, or a list. */
const has = (name: string) => sql`search.filters -> ${sql.lit(name)}`
const one = (name: string) => sql`(search.filters ->> ${sql.lit(name)})`
const isEmpty = (name: string) =>
  sql`(${has(name)} is null or ${has(name)} in ('null'::jsonb, '[]'::jsonb, '""'::jsonb))`

/** The values of a filter as texts, whether one or many were saved. */
const values = (name: string) => sql`(
  select jsonb_array_elements_text(case jsonb_typeof(${has(name)}) when 'array' then ${has(name)} else jsonb_build_array(${has(name)}) end))`

const among = (name: string, column: string) =>
  sql`(${isEmpty(name)} or ${sql.ref(`listing.${column}`)}::text in ${values(name)})`

const searched = asPrefixQuery(
  sql`websearch_to_tsquery(${configurationByColumn('person.ui_language')}, ${one('search')})`,
)

/** Roubles of an amount in the filter's own currency, as prices are compared in lists. */
const base = (name: string) => sql`(
  select (${one(name)}::numeric * 100 * rate_to_base)::bigint from currencies
  where id = coalesce(${one('currency_id')}::integer, 1))`

/**
 * Whether the listing stands in the list that a saved search describes: the filters of services/listings/search/filters.ts,
 * read from the row of the search, its words in the language of the one who saved it. They stand in one statement as
 * `listing`, `search` and `person`. The number of responses is not compared, because a new listing has none.
 */
export const searchMatches = sql<boolean>`(
  (${isEmpty('category_id')} or exists (
    select from categories leaf where leaf.id = listing.category_id
      and (leaf.id::text in ${values('category_id')} or leaf.parent_id::text in ${values('category_id')})))
  and (${isEmpty('price_from')} or listing.price_base >= ${base('price_from')})
  and (${isEmpty('price_to')} or listing.price_base <= ${base('price_to')})
  and (${isEmpty('experience')} or listing.experience_min is null or exists (
    select from (values ('none', 0, 0), ('lt1', 0, 1), ('y1_2', 1, 2), ('y1_3', 1, 3), ('y3_6', 3, 6), ('gt6', 6, 60))
      bucket (code, low, high)
    where bucket.code in ${values('experience')}
      and listing.experience_min <= bucket.high and listing.experience_max >= bucket.low))
  and ${among('payment_format', 'payment_format')}
  and ${among('job_type', 'job_type')}
  and (${isEmpty('language')} or listing.language is null or listing.language in (${one('language')}, 'any'))
  and (${isEmpty('is_remote')} or listing.is_remote = ${one('is_remote')}::boolean)
  and (${isEmpty('is_urgent')} or not ${one('is_urgent')}::boolean or listing.urgent)
  and (${isEmpty('search')} or listing.search @@ ${searched})
  and (${isEmpty('exclude')} or not listing.search @@ websearch_to_tsquery('russian',
    regexp_replace(btrim(regexp_replace(translate(${one('exclude')}, '"', ' '), '(^|[\\s,])-+', '\\1', 'g'), ' ,'),
      '[\\s,]+', ' or ', 'g')))
  and (${isEmpty('tags')} or exists (
    select from (select tag.name_key as key from tags tag where tag.id = any (listing.tags)
      union select unnest(skill_keys(listing.skills))) said
    where said.key in (select lower(regexp_replace(name, '\\s+', ' ', 'g')) from ${values('tags')} wanted (name)))))`
