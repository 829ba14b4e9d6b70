import type { Db } from '#db/index.ts'

/** What the bot says about a person's own listing. */
export async function findOwnListing(db: Db, author_id: number, id: number) {
  return db
    .selectFrom('listings')
    .select(['kind', 'status', 'title'])
    .where('id', '=', id)
    .where('author_id', '=', author_id)
    .executeTakeFirst()
}
