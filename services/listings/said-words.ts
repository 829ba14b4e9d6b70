import { sql } from 'kysely'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import { createMemory } from '#services/core/memory.ts'
import { perDb } from '#services/core/per-db.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { worded } from './filters.ts'
import { mostOf } from './list-counts.ts'
import type { Wish } from './list-pages.ts'

/** How common words are decides how a list of those who say them is found: along its order, or by the index of words. */

/** By how many of the newest words are said, and how many listings there are. */
type Said = { found: number; listings: number }
/** It hardly moves within a minute. */
const openSaid = () => createMemory<Said>({ ms: 60_000, most: 1000 })
const memoryOf = perDb(openSaid)

/** Of how many of the newest it is looked. */
const looked = 1000
/** How many rows a walk may read for a page. */
const mostRead = 5000
/** A row on a walk costs as much as so many entries of the index of words, which gathers all of a word. */
const rowCost = 1.4

type Words = { kind: ListingKind; words: string }
const among = (language: Wish['language']) =>
  prepare<Words, Said>((db, { kind, words }) => ({
    compile: () =>
      sql<Said>`select count(*)::int as found,
        (select reltuples from pg_class where oid = 'listings_live_newest'::regclass) as listings
      from (select search from listings where kind = ${kind} and status = 'published'
        order by listed_at desc, id desc limit ${sql.lit(looked)}) newest
      where ${worded(language, words, true)}`.compile(db),
  }))
const amongNewest = inEachLanguage(among)
const unsaid = { found: 0, listings: 0 }

/** Words that are all that is asked for. What Postgres expects of several together is far from what people say together. */
function wordsOf({ query }: Wish): string | undefined {
  const { search, ...others } = query.filters
  return Object.values({ ...others, leaves: query.leaves }).every((value) => value === undefined)
    ? search
    : undefined
}
const nameOf = ({ kind, language }: Wish, words: string) => JSON.stringify([kind, language, words])

/** How common the words are that are all that is asked for; it is known from then on. */
export async function lookForWords(ctx: UserContext, wish: Wish): Promise<Said> {
  const words = wordsOf(wish)
  if (!words) return unsaid
  const memory = memoryOf(ctx)
  const name = nameOf(wish, words)
  const known = memory.find(name, ctx.now())
  if (known) return known
  const [said = unsaid] = await amongNewest[wish.language](ctx.lists, { kind: wish.kind, words })
  memory.keep(name, said, ctx.now())
  return said
}

/** Whether words are so common that a page of them is soon found along the index of its order. */
export async function isWalkedFor(ctx: UserContext, wish: Wish): Promise<boolean> {
  const { found } = await lookForWords(ctx, wish)
  return (wish.offset + wish.per_page) * looked <= found * mostRead
}

/**
 * Whether as many as are counted are found along it for less than the index of words costs: of those of which it is
 * known, since looking at the newest for rare ones is dear.
 */
export function isCountedAlong(ctx: UserContext, wish: Wish): boolean {
  const words = wordsOf(wish)
  const said = words && memoryOf(ctx).find(nameOf(wish, words), ctx.now())
  if (!said) return false
  const share = said.found / looked
  return share > 0 && (mostOf(wish) / share) * rowCost <= said.listings * share
}
