import { sql } from 'kysely'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import { keepCount, recallCount } from '#services/core/kept-counts.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { leftOutFor } from '#services/users/hidden-authors.ts'
import { worded } from './filters.ts'
import { margin, type Wish } from './list-pages.ts'

/** What is remembered for a moment of lists that are longer than is counted (kept-counts.ts). */

type Asked = { kind: ListingKind; viewer_id: number }
/** Authors who are left out are few, and are looked up; one more than the margin is enough to know. */
const leftOutLive = prepare<Asked, { found: number }>((db, { kind, viewer_id }) => ({
  compile: () =>
    sql<{ found: number }>`select count(*)::int as found from (
      select from unnest(array(${leftOutFor(viewer_id)})) author (id), lateral (
        select from listings where author_id = author.id and kind = ${kind} and status = 'published'
        limit ${sql.lit(margin + 1)}) live
      limit ${sql.lit(margin + 1)}) one`.compile(db),
}))

/** Whether those whom the viewer's lists leave out have so few listings that a list counted for others is as long for them. */
export async function leavesOutFew(ctx: UserContext, kind: ListingKind): Promise<boolean> {
  const name = `left out ${kind} ${ctx.viewer.id}`
  const known = recallCount(ctx, name)
  if (known !== undefined) return known <= margin
  const [row] = await leftOutLive(ctx.lists, { kind, viewer_id: ctx.viewer.id })
  const found = row?.found ?? 0
  keepCount(ctx, name, found)
  return found <= margin
}

/** Of how many of the newest it is looked whether they say a word. */
const looked = 1000
/** How many rows a walk for words may read. */
const mostRead = 5000

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

/**
 * Whether words are so common that a page of them is soon found along the index of its order. What Postgres expects of
 * several words together is far from what people say together.
 */
export async function isWalkedFor(
  ctx: UserContext,
  { kind, query, language, ...cut }: Wish,
): Promise<boolean> {
  const { search: words, ...others } = query.filters
  if (!words || Object.values(others).some((value) => value !== undefined)) return false
  const name = `said by the newest ${JSON.stringify([kind, language, words])}`
  let found = recallCount(ctx, name)
  if (found === undefined) {
    found = (await amongNewest[language](ctx.lists, { kind, words }))[0]?.found ?? 0
    keepCount(ctx, name, found)
  }
  return (cut.offset + cut.per_page) * looked <= found * mostRead
}
