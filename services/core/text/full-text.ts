import { type RawBuilder, sql } from 'kysely'
import { type Language, languages, searchConfiguration } from '#contract/languages.ts'

/** Text search configuration of a language; a literal, so that it matches the index expression. */
export function configurationOf(language: Language): RawBuilder<string> {
  return sql`${sql.lit(searchConfiguration[language])}::regconfig`
}

/** Like `configurationOf`, for a column that holds each row's language. */
export function configurationByColumn(column: string): RawBuilder<string> {
  const cases = languages.map((language) => sql`when ${sql.lit(language)} then ${configurationOf(language)}`)
  return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`
}

/** A search query that matches all forms of its words; `or`, minus and quotes work as in search engines. */
export function searchQuery(language: Language, words: string): RawBuilder<unknown> {
  return sql`websearch_to_tsquery(${configurationOf(language)}, ${words})`
}

/** The query for an unfinished input: the last word matches as a prefix, unless the query ends with a bracket. */
export function asPrefixQuery(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${query}::text like '%''' then (${query}::text || ':*')::tsquery else ${query} end`
}
