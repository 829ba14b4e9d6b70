import { type RawBuilder, sql } from 'kysely'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Sorting } from '#contract/options.ts'
import { preparedMark } from '#db/driver.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { hiddenBy } from '#services/users/hidden-authors.ts'
import { type CardRow, withCards } from './cards.ts'
import { countCap } from './counts.ts'
import { behind, keyOf, type Place } from './cursor.ts'
import { conditions } from './filters.ts'

/** Each sort walks its own index (db/migrations/0005-search.ts). */
const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

/** A list that was asked for, by whom and when (ISO 8601), and which part of it. */
export type Wish = {
  kind: ListingKind
  /** Categories are leaves. */
  query: Pick<ListingQuery, 'filters' | 'sort'>
  sort: Sorting | 'own'
  viewer_id: number
  language: Language
  now: string
  /** The row behind which the page begins. */
  from: Place | undefined
  per_page: number
  offset: number
}
type Row = { id: number; key: string | null }
/** `found`: at most one more than is counted; undefined where nobody counted. */
export type Seen = { found?: number; has_blocks: boolean; page: Row[]; rows?: CardRow[] }

const matching = ({ kind, query, ...asker }: Wish) => sql.join(conditions(kind, query, asker), sql` and `)

/** The list in its order, from its beginning or from behind a row. */
function sorted(wish: Wish): RawBuilder<unknown> {
  const { sort, from } = wish
  return sql`select id, ${keyOf(sort)} as key from listings
    where ${matching(wish)} ${from ? sql`and ${behind(from, sort)}` : sql``} order by ${sorts[sort]}`
}

/** Whether the lists of this viewer leave out authors whom everybody else is shown. */
const hasBlocks = (viewer_id: number) => sql`exists (select from user_blocks where user_id = ${viewer_id})
  or exists (select from user_blocks where blocked_id = ${viewer_id})
  or exists (${hiddenBy(sql`${viewer_id}`)})`

type Values = { viewer_id: number; now: string; per_page: number; offset: number } & Place & Bounds
type Bounds = { price_from: number; price_to: number; category_id: number }
type Walked = Row & CardRow & { place: number; has_blocks: boolean }
type Walk = (db: Context['lists'], values: Values) => Promise<Walked[]>

/** Walks by the shape of what is asked; building one costs more than running it. */
const walks = new Map<string, Walk>()
const mostWalks = 500

/** Prices and a single category come as values; whatever else a list is filtered by makes a shape of its own. */
function walkOf({ kind, query: { filters, sort: order }, sort, language, from, ...wish }: Wish): Walk {
  const isSingle = filters.category_id?.length === 1
  const boundsOf = ({ price_from, price_to, category_id }: Bounds): Wish['query']['filters'] => ({
    ...filters,
    ...(filters.price_from !== undefined && { price_from }),
    ...(filters.price_to !== undefined && { price_to }),
    ...(isSingle && { category_id: [category_id] }),
  })
  const shape = boundsOf({ price_from: 0, price_to: 0, category_id: 0 })
  const name = JSON.stringify([kind, shape, sort, language, from && from.key === null])
  const known = walks.get(name)
  if (known) return known
  const made = prepare((db, asked: Values) => {
    const page = sorted({
      ...{ ...wish, ...asked, kind, sort, language, query: { filters: boundsOf(asked), sort: order } },
      from: from && { key: from.key === null ? null : asked.key, id: asked.id },
    })
    const cut = sql`${page} limit ${asked.per_page} offset ${asked.offset}`
    const statement = withCards(cut, asked.viewer_id, sql`, ${hasBlocks(asked.viewer_id)} as has_blocks`)
    return { compile: () => (statement as RawBuilder<Walked>).compile(db) }
  })
  if (walks.size >= mostWalks) walks.clear()
  walks.set(name, made)
  return made
}

/** A page of a list that is known to be long, with the rows of its cards. */
export async function walk(ctx: Context, wish: Wish): Promise<Seen> {
  const { viewer_id, now, per_page, offset, from } = wish
  const { price_from = 0, price_to = 0, category_id = [] } = wish.query.filters
  const [only = 0] = category_id
  const rows = await walkOf(wish)(ctx.lists, {
    ...{ viewer_id, now, per_page, offset, price_from, price_to, category_id: only },
    ...{ key: from?.key ?? null, id: from?.id ?? 0 },
  })
  rows.sort((one, other) => one.place - other.place)
  return { has_blocks: rows[0]?.has_blocks ?? false, page: rows, rows }
}

/** A page of a list whose total is known, by a plan for its values. */
export async function choose(ctx: Context, wish: Wish): Promise<Seen> {
  const { rows } = await sql<Row & { has_blocks: boolean }>`
    select id, key::text, ${hasBlocks(wish.viewer_id)} as has_blocks
    from (${sorted(wish)} limit ${wish.per_page} offset ${wish.offset}) page`.execute(ctx.searches ?? ctx.db)
  return { has_blocks: rows[0]?.has_blocks ?? false, page: rows }
}

type Counted = { found: number; has_blocks: boolean; id: number | null; key: string | null }

/** Everything that a list may be sorted by. */
const keys = sql`id, listed_at, price_base, responses_count, deadline`

/**
 * A page of matches that were counted apart from it. Up to the cap they are all there, and are sorted; only of more the
 * list is walked, since a walk for few reads the whole market, and what Postgres expects of a word that it has not met
 * is half of what the rarest known one has.
 */
function pageApart(wish: Wish, cut: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sort, from } = wish
  return sql`
    (select id, ${keyOf(sort)} as key from matches
      where (select found from counted) <= ${countCap} ${from ? sql`and ${behind(from, sort)}` : sql``}
      order by ${sorts[sort]} ${cut})
    union all
    select * from (${sorted(wish)} ${cut}) walked where (select found from counted) > ${countCap}`
}

/** A page and how many match in all. @param isApart the count is no walk in the order of the page */
export async function count(ctx: Context, wish: Wish, isApart: boolean): Promise<Seen> {
  const { per_page, offset, viewer_id } = wish
  const cut = sql`limit ${per_page} offset ${offset}`
  const most = Math.max(countCap + 1, offset + per_page)
  const matches = isApart
    ? sql`select ${keys} from listings where ${matching(wish)} limit ${countCap + 1}`
    : sql`${sorted(wish)} limit ${most}`
  const page = isApart ? pageApart(wish, cut) : sql`select * from matches ${cut}`
  // Own ones are few whoever asks: one plan serves all. Others are planned for their values.
  const mark = sql.raw(wish.sort === 'own' ? preparedMark : '')
  const { rows } = await sql<Counted>`${mark}
    with matches as materialized (${matches}),
      counted as materialized (select count(*)::int as found from matches),
      page as materialized (${page})
    select counted.found, ${hasBlocks(viewer_id)} as has_blocks, page.id, page.key::text
    from counted left join page on true`.execute(ctx.searches ?? ctx.db)
  const [first] = rows
  const shown = rows.filter((row): row is Counted & Row => row.id !== null)
  return { found: first?.found ?? 0, has_blocks: first?.has_blocks ?? false, page: shown }
}
