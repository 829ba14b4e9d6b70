import { sql } from 'kysely'
import type { z } from 'zod'
import type { Currency } from '#contract/calls/shapes.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { currency, nameIn } from './projections.ts'

/** Names and rates that cards show are few, stand on every card and rarely change: each process keeps all of them. */

type Category = { id: number; name: string }
export type Names = { categories: Map<number, Category>; currencies: Map<number, z.output<typeof Currency>> }
/** `changes`: how many had been made of them when they were read. */
type Kept = Names & { day: string; changes: number }

type Read = { changes: number; categories: Category[]; currencies: z.output<typeof Currency>[] }
const everyName = inEachLanguage((language) =>
  prepare<{ now: string }, Read>(
    (_, { now }) => sql<Read>`select changes,
      (select json_agg(json_build_object('id', id, 'name', ${nameIn(language, 'category')}))
        from categories category) as categories,
      (select json_agg(${currency('currency', { language, now })}) from currencies currency) as currencies
      from reference_changes`,
  ),
)

const known = new WeakMap<Db, Map<Language, Kept>>()

const byId = <Named extends { id: number }>(all: Named[] | null) =>
  new Map((all ?? []).map((one) => [one.id, one]))

/**
 * As they stand after `changes`, or later; the same object while nothing has changed.
 * @param now ISO 8601; rates are shown for a week of days
 */
export async function findNames(
  { lists: db }: Context,
  { language, now }: { language: Language; now: string },
  changes: number,
): Promise<Names> {
  const kept = known.get(db) ?? new Map<Language, Kept>()
  known.set(db, kept)
  const day = now.slice(0, 10)
  const own = kept.get(language)
  if (own && own.day === day && own.changes >= changes) return own
  const [read] = await everyName[language](db, { now })
  if (!read) throw new Error('changes of names are not counted')
  const names = {
    ...{ day, changes: read.changes },
    ...{ categories: byId(read.categories), currencies: byId(read.currencies) },
  }
  kept.set(language, names)
  return names
}
