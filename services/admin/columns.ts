import { type RawBuilder, sql } from 'kysely'
import { listingText } from '#services/moderation/card/queries.ts'

/** Pattern for LIKE, with its wildcards escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Matches a listing by title, id (`#12` too), author or a word of its text. SQL over `listing` and `author`.
 */
export function listingMatches(search: string): RawBuilder<boolean> {
  const part = containing(search.replace(/^@/, ''))
  return sql`(listing.title ilike ${part} or author.full_name ilike ${part} or author.username ilike ${part}
    or listing.id::text = ${search.replace(/^#/, '')} or ${listingText} ilike ${containing(search)})`
}

/** Matches a person by name, username, our id or Telegram's. SQL over `person`. */
export function personMatches(search: string): RawBuilder<boolean> {
  const part = containing(search.replace(/^@/, ''))
  return sql`(person.full_name ilike ${part} or person.username ilike ${part}
    or person.id::text = ${search} or person.telegram_id::text = ${search})`
}
