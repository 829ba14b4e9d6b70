import { type RawBuilder, sql } from 'kysely'
import { listingText } from '#services/moderation/card/queries.ts'

/** Returns a pattern for SQL's LIKE that finds the text anywhere, with the text's own wildcards escaped. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * SQL condition that a listing matches a search by title, id (`#12` too), author or a word of its text. The query needs
 * the aliases `listing` and `author`.
 */
export function listingMatches(search: string): RawBuilder<boolean> {
  const pattern = likePattern(search.replace(/^@/, ''))
  return sql`(listing.title ilike ${pattern} or author.full_name ilike ${pattern} or author.username ilike ${pattern}
    or listing.id::text = ${search.replace(/^#/, '')} or ${listingText} ilike ${likePattern(search)})`
}

/**
 * SQL condition that a person matches a search by name, username, our id or Telegram's id. The query needs the alias
 * `person`.
 */
export function personMatches(search: string): RawBuilder<boolean> {
  const pattern = likePattern(search.replace(/^@/, ''))
  return sql`(person.full_name ilike ${pattern} or person.username ilike ${pattern}
    or person.id::text = ${search} or person.telegram_id::text = ${search})`
}
