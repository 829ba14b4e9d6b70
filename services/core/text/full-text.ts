import { type RawBuilder, sql } from 'kysely'
import { type Language, languages, searchConfiguration } from '#contract/languages.ts'

/**
 * SQL for the text search configuration of a language. It is a literal instead of a parameter, because otherwise
 * Postgres would not use the text index.
 */
export function configurationOf(language: Language): RawBuilder<string> {
  return sql`${sql.lit(searchConfiguration[language])}::regconfig`
}

/** SQL for the text search configuration of a row's language, which the given column contains. */
export function configurationByColumn(column: string): RawBuilder<string> {
  const cases = languages.map((language) => sql`when ${sql.lit(language)} then ${configurationOf(language)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/**
 * SQL for a search query that matches all forms of its words, in the normal form in which texts are indexed. `or`, minus
 * and quotes work as in search engines.
 */
export function searchQuery(language: Language, words: string): RawBuilder<unknown> {
  return sql`websearch_to_tsquery(${configurationOf(language)}, search_text(${words}))`
}

/**
 * Turns a search query into one for unfinished input: its last word matches as a prefix. A query that ends with a
 * closing bracket stays unchanged.
 */
export function asPrefixQuery(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${query}::text like '%''' then (${query}::text || ':*')::tsquery else ${query} end`
}
