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
 * SQL for a search query of unfinished input: its last word matches all its forms, and words that begin with its letters.
 * Quoted and excluded words stay as they are, and a word such as «и», which is in no index, begins nothing.
 * @param plain words in their normal form
 */
export function unfinishedQuery(
  configuration: RawBuilder<string>,
  plain: RawBuilder<string>,
): RawBuilder<unknown> {
  const query = (words: RawBuilder<string>) => sql`websearch_to_tsquery(${configuration}, ${words})`
  const before = sql<string>`regexp_replace(${plain}, '[[:alnum:]]+$', '')`
  const last = sql<string>`substring(${plain} from '[[:alnum:]]+$')`
  const beginning = sql`(quote_literal(${last}) || ':*')::tsquery`
  return sql`case when ${plain} ~ '(^|\\s)(?!-)\\S*[[:alnum:]]$' and strpos(${plain}, '"') = 0
    and numnode(${query(last)}) > 0
    then ${query(plain)} || (${query(before)} && ${beginning}) else ${query(plain)} end`
}

/** SQL for the query of words that somebody types into a search. */
export const typedQuery = (language: Language, words: string): RawBuilder<unknown> =>
  unfinishedQuery(configurationOf(language), sql`search_text(${words})`)
