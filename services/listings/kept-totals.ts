import { sql } from 'kysely'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { createMemory } from '#services/core/memory.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOutFor } from '#services/users/hidden-authors.ts'
import { worded } from './filters.ts'
import { mostOf, type Wish } from './list-pages.ts'

/** What is remembered of lists that are longer than is counted, beside their totals (kept-counts.ts). */

/**
 * More is counted than is told, so that a count holds for whoever else asks: they leave out other authors, and see more
 * than is told all the same while those have fewer listings than this. Where somebody asks for whom that is not enough,
 * the list is counted farther for a while.
 */
const margins = [100, 400, 1600, 6400] as const
export const usualMargin = margins[0]
/** What authors have is known for a minute, in which one cannot list more than in a day. */
const slack = limits.postsPerDay

/** Live listings of authors who are left out, counted up to `most`. */
type LeftOut = { found: number; most: number }
type Slow = ReturnType<typeof openSlow>
/** What hardly moves within a minute; `said`: by how many of the newest. */
const openSlow = () => ({
  margins: createMemory<number>({ ms: 60_000, most: 1000 }),
  leftOut: createMemory<LeftOut>({ ms: 60_000, most: 10_000 }),
  said: createMemory<number>({ ms: 60_000, most: 1000 }),
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
export function widenMargin(ctx: UserContext, list: string): number {
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

/** Whether those whom the viewer's lists leave out, who are told apart by `left_out`, have fewer than `count` listings. */
export async function leavesOutLess(
  ctx: UserContext,
  { kind, left_out }: { kind: ListingKind; left_out: string },
  count: number,
): Promise<boolean> {
  const most = count - 1 - slack
  const name = `${kind} ${left_out}`
  const known = slowOf(ctx).leftOut.find(name, ctx.now())
  if (known && (known.found <= known.most || known.most >= most)) return known.found <= most
  const [row] = await leftOutLive(ctx.lists, { kind, viewer_id: ctx.viewer.id, most })
  const found = row?.found ?? 0
  slowOf(ctx).leftOut.keep(name, { found, most }, ctx.now())
  return found <= most
}

/** Of how many of the newest it is looked whether they say a word. */
const looked = 1000
/** How many rows a walk for words may read, for a page and to count. */
const mostRead = { page: 5000, count: 20_000 }

type Words = { kind: ListingKind; words: string }
const among = (language: Wish['language']) =>
  prepare<Words, { found: number }>((db, { kind, words }) => ({
    compile: () =>
      sql<{ found: number }>`select count(*)::int as found from (
        select search from listings where kind = ${kind} and status = 'published'
        order by listed_at desc, id desc limit ${sql.lit(looked)}) newest
      where ${worded(language, words, true)}`.compile(db),
  }))
const amongNewest = inEachLanguage(among)

/** Words that are all that is asked for. What Postgres expects of several together is far from what people say together. */
function wordsOf({ query }: Wish): string | undefined {
  const { search, ...others } = query.filters
  return Object.values(others).every((value) => value === undefined) ? search : undefined
}
const nameOfWords = ({ kind, language }: Wish, words: string) => JSON.stringify([kind, language, words])

/** Whether words are so common that a page of them is soon found along the index of its order. */
export async function isWalkedFor(ctx: UserContext, wish: Wish): Promise<boolean> {
  const words = wordsOf(wish)
  if (!words) return false
  const { said } = slowOf(ctx)
  const name = nameOfWords(wish, words)
  let found = said.find(name, ctx.now())
  if (found === undefined) {
    found = (await amongNewest[wish.language](ctx.lists, { kind: wish.kind, words }))[0]?.found ?? 0
    said.keep(name, found, ctx.now())
  }
  return (wish.offset + wish.per_page) * looked <= found * mostRead.page
}

/** The same of as many as are counted, for words of which it is known: looking at the newest for rare ones is dear. */
export function isCountedAlong(ctx: UserContext, wish: Wish): boolean {
  const words = wordsOf(wish)
  const found = words && slowOf(ctx).said.find(nameOfWords(wish, words), ctx.now())
  return mostOf(wish) * looked <= (found || 0) * mostRead.count
}
