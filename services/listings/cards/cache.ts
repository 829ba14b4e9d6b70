import { LRUCache } from 'lru-cache'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { perDb } from '#services/core/cache/per-db.ts'
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

/** Nobody but a stranger: a card read for them holds no fact that is anybody's own. */
const stranger = 0

/**
 * Cards as a stranger sees them, by id. A cached one is used while its version is that of the row; others are read anew.
 */
export async function findSharedCards<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  rows: CardRow[],
  reader: Reader,
): Promise<Map<number, Replies[Kind]>> {
  const cache = cacheOf(ctx)
  const found = new Map<number, Replies[Kind]>()
  const missing = new Map<number, string>()
  // Rates are shown for some days, so that the day belongs to the version.
  const day = reader.now.slice(0, 10)
  for (const row of rows) {
    const version = `${row.version} ${day}`
    const known = cache.get(`${reader.language} ${row.id}`)
    if (known?.version === version) found.set(row.id, known.card as Replies[Kind])
    else missing.set(row.id, version)
  }
  const read = await listByIds[kind](ctx.lists, [...missing.keys()], { ...reader, viewer_id: stranger })
  for (const card of read) {
    cache.set(`${reader.language} ${card.id}`, { version: missing.get(card.id) ?? '', card })
    found.set(card.id, card)
  }
  return found
}

/** Another server behind the same address counts its transactions anew. */
export const forgetCards = (ctx: Context) => cacheOf(ctx).clear()
