import { sql } from 'kysely'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { keepCount, recallCount } from '#services/core/kept-counts.ts'
import { createMemory } from '#services/core/memory.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOutFor } from '#services/users/hidden-authors.ts'
import { keepRange, recallNarrower } from './kept-ranges.ts'
import { count, countLeftOut, type Seen, type Wish } from './list-pages.ts'
import { lookForWords } from './said-words.ts'

const countCap = limits.totals.exact

/**
 * For whom a total holds that somebody else has counted (kept-counts.ts). Of a list that is longer than is told more is
 * counted than that: others leave out other authors, and see more than is told all the same while those have fewer
 * listings than was counted beyond. Where somebody asks for whom that is not enough, the list is counted farther for a
 * while.
 */
const margins = [100, 400, 1600, 6400] as const
const usualMargin = margins[0]
/** From here on it is cheaper to look which of those listings stand in the list than to count farther for everybody. */
const farMargin = margins[1]
/** What authors have is known for a minute, in which one cannot list more than in a day. */
const slack = limits.postsPerDay

/** Live listings of authors who are left out, counted up to `most`. */
type LeftOut = { found: number; most: number }
type Slow = ReturnType<typeof openSlow>
/** What hardly moves within a minute. */
const openSlow = () => ({
  margins: createMemory<number>({ ms: 60_000, most: 1000 }),
  leftOut: createMemory<LeftOut>({ ms: 60_000, most: 10_000 }),
})
const slow = new WeakMap<Db, Slow>()
function slowOf({ db }: UserContext): Slow {
  const known = slow.get(db) ?? openSlow()
  slow.set(db, known)
  return known
}

/** How much more of a list is counted than is told. */
export const marginOf = (ctx: UserContext, list: string) =>
  slowOf(ctx).margins.find(list, ctx.now()) ?? usualMargin

/** The next one. */
function widenMargin(ctx: UserContext, list: string): number {
  const known = marginOf(ctx, list)
  const wider = margins.find((margin) => margin > known) ?? known
  slowOf(ctx).margins.keep(list, wider, ctx.now())
  return wider
}

type Asked = { kind: ListingKind; viewer_id: number; most: number }
/** Authors who are left out are few, and are looked up; one more than the most is enough to know. */
const leftOutLive = prepare<Asked, { found: number }>((db, { kind, viewer_id, most }) => ({
  compile: () =>
    sql<{ found: number }>`select count(*)::int as found from (
      select from unnest(array(${leftOutFor(viewer_id)})) author (id), lateral (
        select from listings where author_id = author.id and kind = ${kind} and status = 'published'
        limit ${most}::int + 1) live
      limit ${most}::int + 1) one`.compile(db),
}))

/** Whether so few are left out, as far as that is known under the name; else it is counted. */
async function isAtMost(
  ctx: UserContext,
  name: string,
  most: number,
  count: () => Promise<number>,
): Promise<boolean> {
  const { leftOut } = slowOf(ctx)
  const known = leftOut.find(name, ctx.now())
  if (known && (known.found <= known.most || known.most >= most)) return known.found <= most
  const found = await count()
  leftOut.keep(name, { found, most }, ctx.now())
  return found <= most
}

/** A list by its name, whom it leaves out (`printOfLeftOut`), and how many of it were counted beyond what is told. */
type Counted = { name: string; left_out: string; beyond: number }

/** Whether those whom the viewer’s lists leave out have so few listings that the total holds for the viewer as well. */
async function isTotalOf(
  ctx: UserContext,
  wish: Wish,
  { name, left_out, beyond }: Counted,
): Promise<boolean> {
  const { kind, viewer_id } = wish
  const most = beyond - 1 - slack
  const countLive = async () => (await leftOutLive(ctx.lists, { kind, viewer_id, most }))[0]?.found ?? 0
  if (await isAtMost(ctx, `${kind} ${left_out}`, most, countLive)) return true
  if (wish.margin < farMargin) return false
  return isAtMost(ctx, `${name} ${left_out}`, most, () => countLeftOut(ctx, wish, most))
}

/** By which a total is kept for everybody, and for one of them; and the list whatever its prices. */
export type TotalNames = { name: string; ownName: string; list: string }

/** How many match, as far as that is known; `ofOthers` where somebody else has counted them. */
export type Recalled = { known?: number | undefined; ofOthers?: number | undefined }
export function recallTotal(ctx: UserContext, filters: ListingQuery['filters'], names: TotalNames): Recalled {
  const own = recallCount(ctx, names.ownName)
  if (own !== undefined) return { known: own }
  const ofOthers = recallCount(ctx, names.name) ?? recallNarrower(ctx, names, filters)
  return { known: ofOthers, ofOthers }
}

/** How many match for somebody where others have counted. */
export async function checkTotal(
  ctx: UserContext,
  wish: Wish,
  { seen, known, name, ownName }: TotalNames & { seen: Seen; known: number },
): Promise<number> {
  const { left_out } = seen
  const recount = async (margin: number) =>
    (await count(ctx, { ...wish, margin, per_page: 0 }, true)).found ?? 0
  if (seen.page.length === 0) {
    // An empty page does not say whom it leaves out.
    const found = await recount(wish.margin)
    keepCount(ctx, ownName, found)
    return found
  }
  if (!left_out || (await isTotalOf(ctx, wish, { name, left_out, beyond: known - countCap })))
    return seen.found ?? known
  const found = await recount(widenMargin(ctx, name))
  keepCount(ctx, found > known ? name : ownName, found)
  return found
}

/** Keeps what was counted, for everybody where it is enough beyond what is told. */
export async function rememberTotal(
  ctx: UserContext,
  wish: Wish,
  { found, isApart, ...names }: TotalNames & { found: number; isApart: boolean },
): Promise<void> {
  if (found > countCap + usualMargin) {
    keepCount(ctx, names.name, found)
    keepRange(ctx, names, wish.query.filters)
    // Whoever counts them next walks, if so many say them.
    await lookForWords(ctx, wish)
  } else if (found > countCap || isApart) keepCount(ctx, names.ownName, found)
}
