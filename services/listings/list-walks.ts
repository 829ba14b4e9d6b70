import { sql } from 'kysely'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { leftOut } from '#services/users/hidden-authors.ts'
import { type CardRow, withCards } from './card-rows.ts'
import type { Place } from './cursor.ts'
import { leavesOf, type Wanted } from './filters.ts'
import { countedApart, countedOnward, mostOf } from './list-counts.ts'
import { cutOf, printOfLeftOut, type Row, type Seen, type Wish } from './list-pages.ts'

type Bounds = { price_from: number; price_to: number; search: string }
type Values = { now: string; per_page: number; offset: number; most: number } & Place &
  Bounds & { viewer_id: number; leaf: number; leaves: number[] }
type Walked = Row & CardRow & Partial<Pick<Seen, 'found' | 'span' | 'left_out'>> & { place: number }
type Walk = (db: Context['lists'], values: Values) => Promise<Walked[]>

/** Walks by the shape of what is asked; building one costs more than running it. */
const walks = new Map<string, Walk>()
const mostWalks = 500

/**
 * How a page comes to its total: it is `known`; the walk that finds the page goes on to count; or matches are counted
 * `apart`, by whichever index finds them.
 */
type Counting = 'known' | 'onward' | 'apart'

/**
 * Whose own list it is, words, prices and specialities come as values; whatever else a list is filtered by makes a shape
 * of its own.
 */
function walkOf({ kind, query, sort, language, from, ...wish }: Wish, counting: Counting): Walk {
  const { filters, leaves } = query
  const isOwn = sort === 'own'
  const { author_id: _, client_id: __, user_id: ___, ...ofAnybody } = filters
  const valued = ({ price_from, price_to, search }: Bounds, viewer_id: number): Wanted['filters'] => ({
    ...(isOwn ? { ...ofAnybody, author_id: viewer_id } : filters),
    ...(filters.price_from !== undefined && { price_from }),
    ...(filters.price_to !== undefined && { price_to }),
    ...(filters.search !== undefined && { search }),
  })
  const shape = valued({ price_from: 0, price_to: 0, search: '' }, 0)
  const margin = counting === 'apart' && wish.margin
  const amount = leaves && ('only' in leaves ? 'only' : leaves.walks)
  const name = JSON.stringify([
    ...[kind, shape, amount, sort, language, from && from.key === null, counting, margin],
  ])
  const known = walks.get(name)
  if (known) return known
  const made = prepare<Values, Walked>((_db, asked) => {
    const { viewer_id, now } = asked
    const filled = {
      ...{ ...wish, viewer_id, now, kind, sort, language },
      query: {
        ...query,
        filters: valued(asked, viewer_id),
        leaves: leaves && ('only' in leaves ? { only: asked.leaf } : { ...leaves, several: asked.leaves }),
      },
      from: from && { key: from.key === null ? null : asked.key, id: asked.id },
      isPlannedOnce: true,
    }
    // Nobody is left out of a list of one's own.
    const unseen = isOwn ? sql`` : sql`, ${printOfLeftOut} as left_out`
    const first = leftOut(viewer_id)
    if (counting === 'known') return withCards(cutOf(filled, asked), viewer_id, unseen, sql`${first}, `)
    const { before, page } = counting === 'apart' ? countedApart(filled, asked) : countedOnward(filled, asked)
    const more = sql`${unseen}, (select found from counted) as found, (select span from counted) as span`
    return withCards(page, viewer_id, more, sql`${first}, ${before}, `)
  })
  if (walks.size >= mostWalks) walks.clear()
  walks.set(name, made)
  return made
}

/**
 * A page with the rows of its cards, by a plan that is made once.
 * @returns `found` is undefined where nobody counted, and where a page behind the end says nothing
 */
export async function walk(ctx: Context, wish: Wish, counting: Counting): Promise<Seen> {
  const { viewer_id, now, per_page, offset, from } = wish
  const { filters, leaves = leavesOf([]) } = wish.query
  const { price_from = 0, price_to = 0, search = '' } = filters
  const [leaf, several] = 'only' in leaves ? [leaves.only, []] : [0, leaves.several]
  const rows = await walkOf(wish, counting)(ctx.lists, {
    ...{ viewer_id, now, per_page, offset, price_from, price_to, leaf, leaves: several, search },
    ...{ most: mostOf(wish), key: from?.key ?? null, id: from?.id ?? 0 },
  })
  rows.sort((one, other) => one.place - other.place)
  const { found, span = null, left_out = null } = rows[0] ?? {}
  return { ...(found !== undefined && { found }), span, left_out, page: rows, rows }
}
