import { sql } from 'kysely'
import type { Tx } from '../index.ts'
import type { DemoListing, DemoResponse } from './listings.ts'
import { addPaid } from './money.ts'
import type { DemoTime } from './time.ts'

/** Adds what other people did with a demo listing besides responding: favourites, reviews and a chat. */
export async function addAnswers(
  tx: Tx,
  listing: DemoListing,
  listing_id: number,
  time: DemoTime,
): Promise<void> {
  for (const user of listing.favorites)
    await tx
      .insertInto('favorite_listings')
      .values({ user_id: time.person(user), listing_id })
      .execute()
  for (const review of listing.reviews ?? [])
    await tx
      .insertInto('reviews')
      .values({
        listing_id,
        author_id: time.person(review.author),
        subject_id: time.person(review.subject),
        rating: review.rating,
        review_text: review.text,
        published_at: time.hoursAgo(48),
        created_at: time.hoursAgo(72),
      })
      .execute()
  if (listing.chat) await addChat(tx, listing.chat, listing_id, time)
}

export async function addResponse(
  tx: Tx,
  response: DemoResponse,
  listing_id: number,
  time: DemoTime,
): Promise<void> {
  const created_at = time.hoursAgo(response.hours_ago)
  const user_id = time.person(response.user)
  const isSeen = !['no_show', 'withdrawn'].includes(response.status)
  const { id } = await tx
    .insertInto('responses')
    .values({
      listing_id,
      user_id,
      status: response.status,
      response_type: response.boosted ? 20 : 200,
      boosted_at: response.boosted ? created_at : null,
      response_text: response.text,
      price: response.price ?? null,
      currency_id: response.currency_id ?? 1,
      with_resume: response.with_resume ?? false,
      // Responses of the demo are stored as if their authors had been reminded, so that the authors get no reminders
      // now.
      nudges: 2,
      seen_at: isSeen ? time.hoursAgo(response.hours_ago / 2) : null,
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (response.boosted)
    await addPaid(tx, {
      kind: 'response',
      payer_id: user_id,
      amount: time.boost,
      response_id: id,
      at: created_at,
    })
}

async function addChat(
  tx: Tx,
  lines: NonNullable<DemoListing['chat']>,
  listing_id: number,
  time: DemoTime,
): Promise<void> {
  const pair = [...new Set(lines.map((line) => time.person(line.from)))].sort((a, b) => a - b)
  const [user_low, user_high] = pair as [number, number]
  const { id: room_id } = await tx
    .insertInto('chat_rooms')
    .values({
      kind: 'project',
      listing_id,
      user_low,
      user_high,
      opened_by: time.person(lines[0]?.from ?? 0),
      created_at: time.hoursAgo(lines[0]?.hours_ago ?? 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const messages = await tx
    .insertInto('chat_messages')
    .values(
      lines.map((line) => ({
        room_id,
        sender_id: time.person(line.from),
        content: line.text,
        created_at: time.hoursAgo(line.hours_ago),
      })),
    )
    .returning(['id', 'created_at'])
    .execute()
  const lastMessage = messages.at(-1)
  await tx
    .insertInto('chat_members')
    .values(pair.map((user_id) => ({ room_id, user_id, last_read_id: lastMessage?.id ?? 0 })))
    .execute()
  await tx
    .updateTable('chat_rooms')
    .set({ last_message_id: lastMessage?.id ?? null, last_message_at: lastMessage?.created_at ?? null })
    .where('id', '=', room_id)
    .execute()
}

/** Computes the counters in the profiles of demo people from the rows of the demo market. */
export async function countPeople(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update users set
      posted_count = (select count(*) from listings where author_id = users.id and published_at is not null),
      completed_count = (select count(*) from listings where executor_id = users.id and status = 'completed'),
      rating_count = (select count(*) from reviews where subject_id = users.id and published_at is not null),
      rating = (select round(avg(rating), 2) from reviews where subject_id = users.id and published_at is not null)
    where id = any(${ids})
  `.execute(tx)
  await sql`
    update listings set is_first = true from users author
    where author.id = listings.author_id and author.id = any(${ids}) and author.posted_count = 1
      and listings.published_at is not null
  `.execute(tx)
}
