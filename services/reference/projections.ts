import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Currency } from '#contract/calls/shapes.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'

/**
 * SQL that reads one language's text from a JSON object with one text per language. If that text is missing, the text
 * of the default language is returned.
 */
export function translated<T extends string | null = string>(
  language: Language,
  column: string,
): RawBuilder<T> {
  const textIn = (code: Language) => sql<T>`${sql.ref(column)} ->> ${sql.lit(code)}`
  return language === defaultLanguage
    ? sql`(${textIn(language)})`
    : sql`coalesce(${textIn(language)}, ${textIn(defaultLanguage)})`
}

/** SQL for the name of a reference row in the reader's language. */
export function nameIn(language: Language, alias: string): RawBuilder<string> {
  return translated(language, `${alias}.names`)
}

/** Ids of the price units that rules know by themselves (db/reference/lists.ts). Every other one is a part of the work. */
export const priceUnits = { wholeWork: 1, hour: 2 } as const

export const rateLifeDays = 7

/** SQL that converts minor units, as the database has them, to major units of the API. */
export function amount(column: string): RawBuilder<number | null> {
  return sql`${sql.ref(column)}::float8 / 100`
}

export function currency(
  alias: string,
  { language, now }: { language: Language; now: string },
): RawBuilder<z.output<typeof Currency>> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const isFreshRate = sql`${of('rate_date')} >= ${now}::timestamptz::date - ${sql.lit(rateLifeDays)}`
  return sql`json_build_object('id', ${of('id')}, 'code', ${of('code')}, 'symbol', ${of('symbol')},
    'name', ${nameIn(language, alias)}, 'icon_url', ${of('icon_url')},
    'rate_to_base', case when ${isFreshRate} then ${of('rate_to_base')}::float8 end,
    'rate_date', case when ${isFreshRate} then ${of('rate_date')}::text end)`
}
