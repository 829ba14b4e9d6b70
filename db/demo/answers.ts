import { sql } from 'kysely'
import { starsOf } from '#contract/review-axes.ts'
import type { Tx } from '../index.ts'
import type { AddedListing, DemoListing, DemoResponse } from './listings.ts'
import { addPaid } from './money.ts'
import type { DemoTime } from './time.ts'

/** Adds what other people did with demo listings besides responding: favourites, reviews and chats. */
export async function addAnswers(tx: Tx, added: AddedListing[], time: DemoTime): Promise<void> {
  const favorites = added.flatMap(({ id, listing }) =>
    listing.favorites.map((user) => ({ user_id: time.person(user), listing_id: id })),
  )
  if (favorites.length) await tx.insertInto('favorite_listings').values(favorites).execute()
  const reviews = added.flatMap(({ id, listing }) => toReviews(listing, id, time))
  if (reviews.length) await tx.insertInto('reviews').values(reviews).execute()
  const chats = added.flatMap(({ id, listing: { chat } }) => (chat ? { listing_id: id, lines: chat } : []))
  if (chats.length) await addChats(tx, chats, time)
}

function toReviews(listing: DemoListing, listing_id: number, time: DemoTime) {
  return (listing.reviews ?? []).map(({ author, subject, text, rating, axes, hours_ago = 48 }) => ({
    listing_id,
    author_id: time.person(author),
    subject_id: time.person(subject),
    rating: axes ? starsOf(axes) : (rating ?? 5),
    quality: axes?.quality ?? null,
    term: axes?.term ?? null,
    task: axes?.task ?? null,
    payment: axes?.payment ?? null,
    communication: axes?.communication ?? null,
    review_text: text,
    published_at: time.hoursAgo(hours_ago),
    created_at: time.hoursAgo(hours_ago + 24),
  }))
}

type DemoAnswer = { listing_id: number; isExpired: boolean; response: DemoResponse }

/** Adds responses in the given order. */
export async function addResponses(tx: Tx, responses: DemoAnswer[], time: DemoTime): Promise<void> {
  if (responses.length === 0) return
  const ids = await tx
    .insertInto('responses')
    .values(responses.map((answer) => toResponse(answer, time)))
    .returning('id')
    .execute()
  await addPaid(
    tx,
    responses.flatMap(({ response }, n) =>
      response.boosted
        ? {
            kind: 'response' as const,
            payer_id: time.person(response.user),
            amount: time.boost,
            response_id: ids[n]?.id as number,
            at: time.hoursAgo(response.hours_ago),
          }
        : [],
    ),
  )
}

const endReasons = {
  declined: 'author_declined',
  not_chosen: 'chosen_other',
  expired: 'not_renewed',
} as const

function toResponse({ listing_id, isExpired, response }: DemoAnswer, time: DemoTime) {
  const { status, decline_reason = null } = response
  const created_at = time.hoursAgo(response.hours_ago)
  const answered_at =
    response.answered_hours_ago === undefined ? null : time.hoursAgo(response.answered_hours_ago)
  const isSeen = !['no_show', 'withdrawn'].includes(status)
  const isEnded = status === 'not_chosen' || status === 'declined'
  return {
    listing_id,
    user_id: time.person(response.user),
    status,
    response_type: response.boosted ? 20 : 200,
    boosted_at: response.boosted ? created_at : null,
    response_text: response.text,
    price: response.price ?? null,
    currency_id: response.currency_id ?? 1,
    with_resume: response.with_resume ?? false,
    // Responses of the demo count as reminded of, so that their authors get no reminders now.
    nudges: 2,
    seen_at: isSeen ? time.hoursAgo(response.hours_ago / 2) : null,
    shortlisted_at: status === 'not_chosen' ? answered_at : null,
    decline_reason,
    declined_at: decline_reason ? answered_at : null,
    declined_from: decline_reason ? ('shown' as const) : null,
    ended_at: isEnded ? answered_at : null,
    end_reason: isEnded ? endReasons[isExpired ? 'expired' : status] : null,
    created_at,
    updated_at: answered_at ?? created_at,
  }
}

type Chat = { listing_id: number; lines: NonNullable<DemoListing['chat']> }

async function addChats(tx: Tx, chats: Chat[], time: DemoTime): Promise<void> {
  const pairOf = ({ lines }: Chat) =>
    [...new Set(lines.map((line) => time.person(line.from)))].sort((a, b) => a - b) as [number, number]
  const rooms = await tx
    .insertInto('chat_rooms')
    .values(
      chats.map((chat) => ({
        kind: 'project' as const,
        listing_id: chat.listing_id,
        user_low: pairOf(chat)[0],
        user_high: pairOf(chat)[1],
        opened_by: time.person(chat.lines[0]?.from ?? 0),
        created_at: time.hoursAgo(chat.lines[0]?.hours_ago ?? 0),
      })),
    )
    .returning('id')
    .execute()
  const idOf = (n: number) => rooms[n]?.id as number
  await tx
    .insertInto('chat_messages')
    .values(
      chats.flatMap(({ lines }, n) =>
        lines.map((line) => ({
          room_id: idOf(n),
          sender_id: time.person(line.from),
          content: line.text,
          created_at: time.hoursAgo(line.hours_ago),
        })),
      ),
    )
    .execute()
  await sql`
    update chat_rooms set last_message_id = last.id, last_message_at = last.created_at
    from (select distinct on (room_id) room_id, id, created_at from chat_messages order by room_id, id desc) last
    where last.room_id = chat_rooms.id and chat_rooms.id = any(${rooms.map(({ id }) => id)})
  `.execute(tx)
  await sql`
    insert into chat_members (room_id, user_id, last_read_id)
    select id, unnest(array[user_low, user_high]), last_message_id from chat_rooms
    where id = any(${rooms.map(({ id }) => id)})
  `.execute(tx)
}

/**
 * Sets the counters in the profiles of demo people to what the demo market contains. Ratings follow the formula by which
 * the product computes them.
 */
export async function countPeople(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    update users set
      posted_count = (select count(*) from listings where author_id = users.id and published_at is not null),
      completed_count = (select count(*) from listings where executor_id = users.id and status = 'completed'),
      (rating_count, rating) = (select count(*), leaning_mean(sum(review_value(review)), count(*)) from reviews review
        where review.subject_id = users.id and review.published_at is not null)
    where id = any(${ids})
  `.execute(tx)
  await sql`
    update listings set is_first = true from users author
    where author.id = listings.author_id and author.id = any(${ids}) and author.posted_count = 1
      and listings.published_at is not null
  `.execute(tx)
}
