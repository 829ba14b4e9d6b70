import type { Db } from '#db/index.ts'

/** Data of a response for messages to its sender and to the listing's author. */
export async function findResponseNews(db: Db, response_id: number) {
  return db
    .selectFrom('responses as response')
    .innerJoin('users as responder', 'responder.id', 'response.user_id')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .leftJoin('currencies as currency', 'currency.id', 'response.currency_id')
    .select(['response.status', 'response.response_text', 'response.price', 'currency.code as currency'])
    .select(['responder.full_name', 'listing.id as listing_id', 'listing.kind', 'listing.title'])
    .select(['listing.author_id', 'response.user_id', 'listing.status as listing_status'])
    .select([
      'response.end_reason',
      'response.decline_reason',
      'response.declined_at',
      'response.boost_credited_at',
    ])
    .where('response.id', '=', response_id)
    .executeTakeFirst()
}
