import { type RawBuilder, sql } from 'kysely'
import { listingText } from '#services/moderation/card/queries.ts'

/** Part of a text in any case, with the wildcards of LIKE taken literally. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A listing by its title, number (`#12` too), author or a word of its text, over `listing` and `author`. */
export function listingMatches(search: string): RawBuilder<boolean> {
  const part = containing(search.replace(/^@/, ''))
  return sql`(listing.title ilike ${part} or author.full_name ilike ${part} or author.username ilike ${part}
    or listing.id::text = ${search.replace(/^#/, '')} or ${listingText} ilike ${containing(search)})`
}

/** A name, a username, our number or Telegram's, over `person`. */
export function personMatches(search: string): RawBuilder<boolean> {
  const part = containing(search.replace(/^@/, ''))
  return sql`(person.full_name ilike ${part} or person.username ilike ${part}
    or person.id::text = ${search} or person.telegram_id::text = ${search})`
}
