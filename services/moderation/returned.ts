import { sql } from 'kysely'

/** Whether an author deleted an account lately, which only the staff learns, over `author`. */
export const hasReturned = sql<boolean>`exists (select from departures
  where mark = author.departed_mark and kind = 'left')`.as('author_returned')
