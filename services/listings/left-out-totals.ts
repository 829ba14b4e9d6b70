import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import { createMemory } from '#services/core/memory.ts'
import { perDb } from '#services/core/per-db.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOutFor } from '#services/users/hidden-authors.ts'
import type { Leaves } from './filters.ts'
import { countLeftOut } from './list-counts.ts'
import type { Wish } from './list-pages.ts'

/**
 * For whom a total holds that somebody else has counted (kept-counts.ts). Of a list that is longer than is told more is
 * counted than that: others leave out other authors, and see more than is told all the same while those have fewer
 * listings than was counted beyond. Where somebody asks for whom that is not enough, the list is counted farther for a
 * while.
 */
const margins = [100, 400, 1600, 6400] as const
export const [usualMargin] = margins
const mostMargin = margins[3]
/** From here on it is cheaper to look which of those listings stand in the list than to count farther for everybody. */
const farMargin = margins[1]
/** What authors have is known for a minute, in which one cannot list more than in a day. */
const slack = limits.postsPerDay

/** Listings of a list that are of authors who are left out, counted up to `most`. */
type LeftOut = { found: number; most: number }
/** What hardly moves within a minute. */
const openSlow = () => ({
  margins: createMemory<number>({ ms: 60_000, most: 1000 }),
  leftOut: createMemory<LeftOut>({ ms: 60_000, most: 10_000 }),
  bySpeciality: createMemory<Live[]>({ ms: 60_000, most: 2000 }),
})
const slowOf = perDb(openSlow)

/** How much more of a list, whatever its prices, is counted than is told. */
export const marginOf = (ctx: UserContext, list: string) =>
  slowOf(ctx).margins.find(list, ctx.now()) ?? usualMargin

/** The next one. */
export function widenMargin(ctx: UserContext, list: string): number {
  const known = marginOf(ctx, list)
  const wider = margins.find((margin) => margin > known) ?? known
  slowOf(ctx).margins.keep(list, wider, ctx.now())
  return wider
}

/** Live listings of authors who are left out, of one speciality or of none. */
type Live = { category_id: number | null; found: number }
type Asked = { kind: ListingKind; viewer_id: number }
/** Those authors are few, and are looked up; of one who has more than is ever counted the rest does not matter. */
const leftOutLive = prepare<Asked, Live>((db, { kind, viewer_id }) => ({
  compile: () =>
    sql<Live>`select live.category_id, count(*)::int as found
      from unnest(array(${leftOutFor(viewer_id)})) author (id), lateral (
        select category_id from listings where author_id = author.id and kind = ${kind} and status = 'published'
        limit ${sql.lit(mostMargin)}) live
      group by live.category_id`.compile(db),
}))

async function findLeftOutLive(ctx: UserContext, asked: Asked, left_out: string): Promise<Live[]> {
  const [{ bySpeciality }, name] = [slowOf(ctx), `${asked.kind} ${left_out}`]
  const known = bySpeciality.find(name, ctx.now())
  if (known) return known
  const live = await leftOutLive(ctx.lists, asked)
  bySpeciality.keep(name, live, ctx.now())
  return live
}

/** How many of them may stand in a list of these specialities, or in one of all. */
function sumOf(live: Live[], leaves: Leaves | undefined): number {
  const isIn = ({ category_id }: Live) =>
    !leaves ||
    ('only' in leaves ? category_id === leaves.only : leaves.several.some((leaf) => leaf === category_id))
  return live.reduce((sum, one) => sum + (isIn(one) ? one.found : 0), 0)
}

/** How many of a list are of those, up to `most` and one more. */
async function findLeftOut(ctx: UserContext, wish: Wish, most: number, name: string): Promise<number> {
  const { leftOut } = slowOf(ctx)
  const known = leftOut.find(name, ctx.now())
  if (known && (known.found <= known.most || known.most >= most)) return known.found
  const found = await countLeftOut(ctx, wish, most)
  leftOut.keep(name, { found, most }, ctx.now())
  return found
}

/** A list by its name, whom it leaves out (`printOfLeftOut`), and how many of it were counted beyond what is told. */
type Counted = { name: string; left_out: string; beyond: number }

/** Whether those whom the viewer’s lists leave out have so few listings that the total holds for the viewer as well. */
export async function isTotalOf(
  ctx: UserContext,
  wish: Wish,
  { name, left_out, beyond }: Counted,
): Promise<boolean> {
  const { kind, viewer_id, query } = wish
  const most = beyond - 1 - slack
  if (sumOf(await findLeftOutLive(ctx, { kind, viewer_id }, left_out), query.leaves) <= most) return true
  if (wish.margin < farMargin) return false
  return (await findLeftOut(ctx, wish, most, `${name} ${left_out}`)) <= most
}
