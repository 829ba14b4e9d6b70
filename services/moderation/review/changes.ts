import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { inLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { type Price, priceLine } from '#services/notifications/price.ts'
import { longTexts } from './snapshot.ts'
import { changedShare, compareWords, type Piece } from './word-changes.ts'

/**
 * A field whose value differs from the last approved content. `before` and `after` are the two values as text; for
 * lists they are the removed and the added items.
 */
export type Change = {
  field: string
  before: string | null
  after: string | null
  /**
   * Word-by-word comparison of the two versions of a text. `share` is the changed part in percent. Both are null for
   * fields that are no long text.
   */
  pieces: Piece[] | null
  share: number | null
}
type Difference = {
  changes: Change[]
  /** Names of the fields with an unchanged value. */
  same: string[]
}
export type Changes = (language: Language) => Difference

/**
 * SQL for the last content of a listing that moderators approved. If there is none, it is the content that the edit
 * replaced, and null for a first publication. The query needs the alias `task`.
 */
export const approvedContent = sql<Published | null>`coalesce((
  select earlier.content from moderation_tasks earlier
  where earlier.listing_id = task.listing_id and earlier.id < task.id and earlier.content is not null
    and earlier.state = 'approved' and earlier.applied_at is not null
  order by earlier.id desc limit 1), (
  select task.content || ((revision.previous->'listing') - 'tags') || (revision.previous->'text')
  from listing_revisions revision where revision.id = task.revision_id))`

/** Columns from which the price of a listing is formatted. */
export const priceFields = ['price', 'min_stake', 'max_stake', 'currency_id', 'payment_format']
/** Fields that come first when two contents are compared. `lastFields` come last. */
const firstFields = ['title', 'category_id', 'price']
const lastFields = ['skills', 'tags', 'files']

/**
 * Compares the content under review with the last approved content, so that moderators have to read only the
 * differences.
 */
export async function readChanges(
  db: Db,
  kind: ListingKind,
  before: Published | null,
  after: Published | null,
): Promise<Changes> {
  if (!before || !after) return () => ({ changes: [], same: [] })
  const names = await readNames(db, [before, after])
  const fields = fieldsOf(after)
  const isChanged = (field: string) =>
    (field === 'price' ? priceFields : [field]).some(
      (name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
    )
  return (language) => {
    const translate = translatorFor(language)
    const words = (field: string, value: unknown, content: Published) =>
      field === 'price'
        ? priceWords(language, kind, priceOf(names, content))
        : valueText(names, language, field, value)
    return {
      changes: fields.filter(isChanged).map((field) => {
        const [old, now] = listDifference(before[field], after[field])
        const [left, came] = [words(field, old, before), words(field, now, after)]
        const pieces = isText(field, after, before) ? compareWords(left ?? '', came ?? '') : null
        return {
          field: translate(`admin.field.${field}`),
          before: left,
          after: came,
          pieces,
          share: pieces && field !== 'title' ? changedShare(pieces) : null,
        }
      }),
      same: fields
        .filter((field) => !isChanged(field) && words(field, after[field], after) !== null)
        .map((field) => translate(`admin.field.${field}`)),
    }
  }
}

/** Returns the names of the fields of a content, sorted for display. */
function fieldsOf(content: Published): string[] {
  const place = (name: string) => (lastFields.includes(name) ? 2 : firstFields.includes(name) ? 0 : 1)
  return Object.keys(content)
    .filter((name) => name === 'price' || !priceFields.includes(name))
    .sort((one, other) => place(one) - place(other) || firstFields.indexOf(one) - firstFields.indexOf(other))
}

function isText(field: string, ...versions: Published[]): boolean {
  return field === 'title' || versions.some((content) => longTexts(content).some(([name]) => name === field))
}

function listDifference(before: unknown, after: unknown): [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after)) return [before, after]
  const difference = (list: unknown[], other: unknown[]) =>
    list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)))
  return [difference(before, after), difference(after, before)]
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

function priceOf({ currencies }: Names, content: Published): Price {
  const {
    price = null,
    min_stake = null,
    max_stake = null,
    payment_format = null,
  } = content as Partial<Price>
  const currency = currencies.find(({ id }) => id === content.currency_id)?.code ?? 'RUB'
  return { price, min_stake, max_stake, payment_format, currency }
}

const choices = ['language', 'job_type', 'experience']

function valueText({ categories }: Names, language: Language, name: string, value: unknown): string | null {
  const translate = translatorFor(language)
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : item.name)).join(', ') || null
  if (typeof value === 'boolean') return translate(value ? 'admin.value.yes' : 'admin.value.no')
  if (choices.includes(name)) return translate(`admin.value.${value}`)
  if (name !== 'category_id') return String(value)
  const category = categories.find(({ id }) => id === value)
  return (category && inLanguage(category.names, language)) ?? null
}

/** Formats the price of a listing with its unit, such as «12 000 ₽ за проект». */
export function priceWords(language: Language, kind: ListingKind, price: Price): string {
  const amount = priceLine(language, price)
  const isNamed = price.price ?? price.min_stake ?? price.max_stake
  if (isNamed === null || price.payment_format === 'hourly') return amount
  return translatorFor(language)(`bot.moderation.price.${kind}`, { amount })
}
