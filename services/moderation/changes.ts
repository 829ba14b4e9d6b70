import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { inLanguage, type Language } from '#contract/languages.ts'
import type { Db } from '#db/index.ts'
import { translate } from '#services/core/i18n.ts'
import type { Published } from '#services/listings/published.ts'
import { money } from '#services/notifications/price.ts'

/** A field that differs from what was approved last, in words; of tags, skills and files what left and what came. */
type Change = { field: string; before: string | null; after: string | null }
export type Changes = (language: Language) => Change[]

/** What a moderator allowed last of the listing of `task`; null for a first publication. */
export const approvedContent = sql<Published | null>`(
  select earlier.content from moderation_tasks earlier
  where earlier.listing_id = task.listing_id and earlier.id < task.id and earlier.content is not null
    and earlier.state = 'approved' and earlier.applied_at is not null
  order by earlier.id desc limit 1)`

/** What a moderator has to look at, when the rest was approved before. */
export async function readChanges(
  db: Db,
  before: Published | null,
  after: Published | null,
): Promise<Changes> {
  if (!before || !after) return () => []
  const fields = Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  )
  if (fields.length === 0) return () => []
  const names = await readNames(db, [before, after])
  return (language) =>
    fields.map((name) => {
      const [old, now] = difference(before[name], after[name])
      return {
        field: translate(language)(`admin.field.${name}`),
        before: inWords(names, language, name, old, before),
        after: inWords(names, language, name, now, after),
      }
    })
}

function difference(before: unknown, after: unknown): [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after]
  const without = (list: unknown[], other: unknown[]) =>
    list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)))
  return [without(before, after), without(after, before)]
}

type Names = Awaited<ReturnType<typeof readNames>>

async function readNames(db: Db, contents: Published[]) {
  const idsOf = (name: string) =>
    contents.map((content) => content[name]).filter((id) => typeof id === 'number')
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'names'])
    .where('id', '=', sql<number>`any(${idsOf('category_id')}::integer[])`)
    .execute()
  const currencies = await db
    .selectFrom('currencies')
    .select(['id', 'code'])
    .where('id', '=', sql<number>`any(${idsOf('currency_id')}::integer[])`)
    .execute()
  return { categories, currencies }
}

const prices = ['price', 'min_stake', 'max_stake']
const choices = ['language', 'payment_format', 'job_type', 'experience']

function inWords(
  { categories, currencies }: Names,
  language: Language,
  name: string,
  value: unknown,
  content: Published,
): string | null {
  const say = translate(language)
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : item.name)).join(', ') || null
  if (typeof value === 'boolean') return say(value ? 'admin.value.yes' : 'admin.value.no')
  if (choices.includes(name)) return say(`admin.value.${value}`)
  if (name === 'category_id') {
    const category = categories.find(({ id }) => id === value)
    return (category && inLanguage(category.names, language)) ?? null
  }
  const currency = currencies.find(({ id }) => id === content.currency_id)?.code ?? 'RUB'
  if (name === 'currency_id') return currencies.find(({ id }) => id === value)?.code ?? null
  return prices.includes(name) ? money(language, Number(value), currency) : String(value)
}
