import { type RawBuilder, sql } from 'kysely'
import { type Language, languages, searchConfiguration } from '#contract/languages.ts'

/** How the words of a language are read; a literal, so that an expression of an index is met. */
export function configurationOf(language: Language): RawBuilder<string> {
  return sql`${sql.lit(searchConfiguration[language])}::regconfig`
}

/** The same where each row names its language. */
export function configurationBy(column: string): RawBuilder<string> {
  const cases = languages.map((language) => sql`when ${sql.lit(language)} then ${configurationOf(language)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/** What somebody searches for, in any form of its words; `or`, a minus and quotes mean what they do in search engines. */
export function wordsIn(language: Language, words: string): RawBuilder<unknown> {
  return sql`websearch_to_tsquery(${configurationOf(language)}, ${words})`
}

/** The same while it is being typed: the last word may be unfinished, unless the query ends with a bracket. */
export function unfinished(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${query}::text like '%''' then (${query}::text || ':*')::tsquery else ${query} end`
}
