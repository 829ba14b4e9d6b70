import { type RawBuilder, sql } from 'kysely'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { rowVersion } from '#services/core/written-parts.ts'
import { myResponse, newResponses, type SharedReply } from './projections.ts'
import { boosts } from './selection.ts'

/** What stands for a card: the versions of what is kept of it, what is counted, and what is the viewer's own. */
export type CardRow = {
  id: number
  version: string
  category_id: number | null
  currency_id: number
  author_id: number
  author_version: string
  responses_count: number
  views_count: number
  /** Paid places that are taken; null where they are not offered. */
  boosts: number | null
  is_favorite: boolean
  my_response: SharedReply['my_response']
  /** What its author alone is shown; null for anybody else. */
  own: { hidden_reason: string | null; rejection_reason: string | null; new_responses: number } | null
  /** The viewer is one of the two sides of its work, who are shown more than a row says. */
  is_in_deal: boolean
}

/** The columns of a `CardRow` over `listing`. */
export function cardColumns(viewer_id: number): RawBuilder<unknown> {
  const isOwner = sql`listing.author_id = ${viewer_id}`
  return sql`listing.id, ${rowVersion('listing')} as version, listing.category_id, listing.currency_id,
    listing.author_id, listing.responses_count,
    (select ${rowVersion('author')} from users author where author.id = listing.author_id) as author_version,
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
 * A page of `id` and `key` with the rows of its cards, by one statement. The ids go in as a list: of a page whose
 * length is a parameter Postgres believes that it is a tenth of the market, and would read all of it. They come in no
 * order: `place` says it.
 * @param more columns besides
 * @param before what the page is read from, each with a comma behind it
 */
export function withCards(
  page: RawBuilder<unknown>,
  viewer_id: number,
  more: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql``,
): RawBuilder<CardRow & { id: number; key: string | null; place: number }> {
  return sql`with ${before}page as materialized (${page})
    select ${cardColumns(viewer_id)}, (select key::text from page where page.id = listing.id) as key,
      array_position(array(select id from page), listing.id) as place${more}
    from listings listing where listing.id = any(array(select id from page))`
}

type Asked = { ids: number[]; viewer_id: number }
const rowsByIds = prepare<Asked, CardRow>(
  (_, { ids, viewer_id }) =>
    sql<CardRow>`select ${cardColumns(viewer_id)} from listings listing where listing.id = any(${ids})`,
)

/** By id, in the order of the ids. */
export async function findCardRows(
  ctx: Context,
  ids: number[],
  viewer_id: number,
): Promise<Map<number, CardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsByIds(ctx.lists, { ids, viewer_id })
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: CardRow) => places.get(id) ?? 0
  return new Map(rows.sort((one, other) => placeOf(one) - placeOf(other)).map((row) => [row.id, row]))
}
