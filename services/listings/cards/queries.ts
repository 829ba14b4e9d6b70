import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { boostOffer } from '../page/fields.ts'
import { inOrder, listByIds, type Replies } from '../page/queries.ts'
import type { Reader } from '../projections.ts'
import { findSharedCards } from './cache.ts'
import { type CardRow, cardColumns } from './columns.ts'

const rowsByIds = prepare<{ ids: number[]; viewer_id: number }, CardRow>(
  (_, { ids, viewer_id }) =>
    sql<CardRow>`select ${cardColumns(viewer_id)} from listings listing where listing.id = any(${ids})`,
)

async function findRows(ctx: Context, ids: number[], viewer_id: number): Promise<CardRow[]> {
  return ids.length === 0 ? [] : inOrder(ids, await rowsByIds(ctx.lists, { ids, viewer_id }))
}

const ofOthers = { hidden_reason: null, rejection_reason: null, new_responses: 0 }

/** Returns the facts of a card that depend on the time or on the viewer. */
function toFacts(kind: ListingKind, { responses_count, views_count, boosts, ...row }: CardRow) {
  const { is_favorite, my_response, own } = row
  return {
    responses_count,
    views_count,
    is_favorite,
    is_owner: own !== null,
    is_responded: my_response !== null,
    my_response,
    ...(own ?? ofOthers),
    ...(kind === 'order' && boostOffer(boosts)),
  }
}

/**
 * Returns cards of listings for a viewer, in the given order. The cards of a deal's two sides are read in full, because
 * they contain more than those of other viewers. All other cards combine a cached part with the facts of the row.
 * @param listings ids, or rows that the list has already read
 */
export async function readCards<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  listings: number[] | CardRow[],
  reader: Reader,
): Promise<Replies[Kind][]> {
  const isRead = (one: number[] | CardRow[]): one is CardRow[] => typeof one[0] === 'object'
  const rows = isRead(listings) ? listings : await findRows(ctx, listings, reader.viewer_id)
  const inDeals = rows.flatMap(({ id, is_in_deal }) => (is_in_deal ? id : []))
  const others = rows.filter(({ is_in_deal }) => !is_in_deal)
  const [whole, shared] = await Promise.all([
    listByIds(ctx.lists, kind, inDeals, reader),
    findSharedCards(ctx, kind, others, reader),
  ])
  const cards = new Map(whole.map((card) => [card.id, card]))
  for (const row of others) {
    const card = shared.get(row.id)
    if (card) cards.set(row.id, { ...card, ...toFacts(kind, row) })
  }
  return rows.flatMap(({ id }) => cards.get(id) ?? [])
}
