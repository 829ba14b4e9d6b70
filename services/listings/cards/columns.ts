import { type RawBuilder, sql } from 'kysely'
import { boosts } from '../page/columns.ts'
import { myResponse, newResponses, type SharedReply } from '../projections.ts'

/**
 * Facts of a card that depend on the viewer or change without a write to the listing. All other facts of a card are
 * cached (cache.ts).
 */
export type CardRow = {
  id: number
  version: string
  responses_count: number
  views_count: number
  /** Number of paid top places that are taken on the listing; null if the listing offers none. */
  boosts: number | null
  is_favorite: boolean
  my_response: SharedReply['my_response']
  /** Facts that only the author of the listing sees; null for any other viewer. */
  own: { hidden_reason: string | null; rejection_reason: string | null; new_responses: number } | null
  /** True if the viewer is a side of the deal. The viewer then sees more than the cached card contains. */
  is_in_deal: boolean
}

/**
 * SQL for the version of a card. The version changes with each write to the listing or its author, and with each change
 * of a name, an exchange rate or a tag. `xmin` is the id of the transaction that wrote a row. Names, rates and tags
 * share one counter (the table reference_changes).
 */
const version = sql<string>`listing.xmin || ' ' || (select author.xmin from users author where author.id = listing.author_id)
  || ' ' || (select changes from reference_changes)`

/** SQL for the columns of a `CardRow`. The query needs the alias `listing`. */
export function cardColumns(viewer_id: number): RawBuilder<unknown> {
  const isOwner = sql`listing.author_id = ${viewer_id}`
  return sql`listing.id, ${version} as version, listing.responses_count,
    coalesce((select views_count from listing_views where listing_id = listing.id), 0) as views_count,
    case when listing.response_stake > 0 then ${boosts} end as boosts,
    exists (select from favorite_listings where listing_id = listing.id and user_id = ${viewer_id}) as is_favorite,
    ${myResponse(viewer_id)} as my_response,
    case when ${isOwner} then json_build_object('hidden_reason', listing.hidden_reason,
      'rejection_reason', listing.rejection_reason, 'new_responses', ${newResponses}) end as own,
    coalesce(listing.executor_id = ${viewer_id}, false) or (${isOwner} and (listing.executor_id is not null
      or exists (select from responses where listing_id = listing.id and status = 'chosen'))) as is_in_deal`
}

/**
 * SQL that adds the columns of cards to one page of listings. `page` is a query that returns `id` and `key`. The ids
 * are passed as an array. For a subquery whose limit is a parameter, Postgres would expect a tenth of all listings and
 * read the whole table. The rows are not sorted; `place` is a row's position on the page.
 * @param extraColumns additional columns
 * @param before queries that the page reads from, each followed by a comma
 */
export function withCards(
  page: RawBuilder<unknown>,
  viewer_id: number,
  extraColumns: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql``,
): RawBuilder<CardRow & { id: number; key: string | null; place: number }> {
  return sql`with ${before}page as materialized (${page})
    select ${cardColumns(viewer_id)}, (select key::text from page where page.id = listing.id) as key,
      array_position(array(select id from page), listing.id) as place${extraColumns}
    from listings listing where listing.id = any(array(select id from page))`
}
