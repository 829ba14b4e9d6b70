import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Db } from '#db/index.ts'

/** The other side of a deal, or the client of a listing about which the two have a chat. */
export type Partner = {
  listing_id: number
  kind: ListingKind
  title: string
  other_id: number
  name: string
  /** True if the other side is the author of the listing. */
  is_client: boolean
}

/** Maximum people to whom the bot offers to pass a message. */
const maxPartners = 2

/** Deals in progress of a person, and listings of others about which they wrote in a chat since then. */
const ties = (user_id: number, since: Date) => sql`
  select listing.id, 1 rank, listing.id at from listings listing
  where listing.executor_id = ${user_id} and listing.status = 'in_progress'
  union all
  select listing.id, 1, listing.id from listings listing
  where listing.author_id = ${user_id} and listing.status = 'in_progress' and listing.executor_id is not null
  union all
  select listing.id, 2, extract(epoch from room.last_message_at)::bigint from chat_members mine
  join chat_rooms room on room.id = mine.room_id and not room.is_read_only
  join listings listing on listing.id = room.listing_id and listing.author_id <> mine.user_id
  where mine.user_id = ${user_id} and room.last_message_at > ${since.toISOString()}`

/**
 * Finds people to whom a message of this person may be meant, most likely first: sides of deals in progress, then
 * clients of recent chats.
 * @param listing_id only the person of this listing
 */
export async function listPartners(
  db: Db,
  user_id: number,
  since: Date,
  listing_id?: number,
): Promise<Partner[]> {
  const { rows } = await sql<Partner>`
    select listing.id listing_id, listing.kind, listing.title, other.id other_id, other.full_name as name,
      listing.author_id <> ${user_id} is_client
    from (select id, min(rank) rank, max(at) at from (${ties(user_id, since)}) found group by id) tie
    join listings listing on listing.id = tie.id
    join users other on other.status = 'active' and other.id =
      case when listing.author_id = ${user_id} then listing.executor_id else listing.author_id end
    where ${listing_id === undefined ? sql`true` : sql`listing.id = ${listing_id}`}
    order by tie.rank, tie.at desc limit ${maxPartners}`.execute(db)
  return rows
}
