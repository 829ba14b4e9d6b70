import { LRUCache } from 'lru-cache'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { perDb } from '#services/core/cache.ts'
import type { Context } from '#services/core/context.ts'
import { listByIds, type Replies } from '../page/queries.ts'
import type { Reader } from '../projections.ts'
import type { CardRow } from './columns.ts'

type Card = Replies[ListingKind]
type Entry = { version: string; card: Card }

const cacheOf = perDb(
  () =>
    new LRUCache<string, Entry>({
      maxSize: limits.cards.bytes,
      sizeCalculation: ({ card }) => JSON.stringify(card).length,
    }),
)

/** Viewer id that belongs to no person. Cards for this viewer contain no personal facts and so can be cached. */
const stranger = 0

/**
 * Returns cards without personal facts, by listing id. A cached card is used if its version equals that of the row. All
 * other cards are read from the database.
 */
export async function findSharedCards<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  rows: CardRow[],
  reader: Reader,
): Promise<Map<number, Replies[Kind]>> {
  const cache = cacheOf(ctx)
  const cardsById = new Map<number, Replies[Kind]>()
  const missing = new Map<number, string>()
  // The version of a cached card contains the date, because cards hide an exchange rate that was not updated for some
  // days.
  const day = reader.now.slice(0, 10)
  for (const row of rows) {
    const version = `${row.version} ${day}`
    const cached = cache.get(`${reader.language} ${row.id}`)
    if (cached?.version === version) cardsById.set(row.id, cached.card as Replies[Kind])
    else missing.set(row.id, version)
  }
  const cards = await listByIds(ctx.lists, kind, [...missing.keys()], { ...reader, viewer_id: stranger })
  for (const card of cards) {
    cache.set(`${reader.language} ${card.id}`, { version: missing.get(card.id) ?? '', card })
    cardsById.set(card.id, card)
  }
  return cardsById
}

/**
 * Clears the cache of cards. A new database server at the same address has other transaction ids, which are part of the
 * versions of cards.
 */
export const forgetCards = (ctx: Context) => cacheOf(ctx).clear()
