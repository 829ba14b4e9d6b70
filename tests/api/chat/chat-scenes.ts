import type { z } from 'zod'
import type { NewRoom } from '#contract/calls/chat.ts'
import type { ListingKind, ResponseStatus } from '#contract/lifecycle.ts'
import type { Api } from '#tests/support/api/api.ts'
import type { Person } from '#tests/support/people/people.ts'

/** Inserts a listing as if it had been paid and approved. */
export async function insertPublished(
  { ctx }: Api,
  author_id: number,
  kind: ListingKind = 'order',
): Promise<number> {
  const now = ctx.now()
  const { id } = await ctx.db
    .insertInto('listings')
    .values({
      kind,
      author_id,
      status: 'published',
      title: 'Сайт для кофейни',
      content_hash: crypto.randomUUID(),
      payment_format: 'fixed',
      price: 250_000,
      published_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertResponse(
  { ctx }: Api,
  listing_id: number,
  user_id: number,
  status: ResponseStatus = 'no_show',
): Promise<void> {
  await ctx.db
    .insertInto('responses')
    .values({ listing_id, user_id, status, response_text: 'Сделаю за неделю' })
    .execute()
}

type RoomFields = z.input<typeof NewRoom>

export function openRoomWith(
  opener: Person,
  to: Person,
  listing: Partial<RoomFields> = { other_chat: true },
) {
  return opener.call('POST /chat/create_room', { body: { user1_id: opener.id, user2_id: to.id, ...listing } })
}

export function sendMessage(sender: Person, room_id: number, content = 'Здравствуйте!') {
  return sender.call('POST /chat/send_msg', { body: { content, room_id, sender_id: sender.id } })
}

export function messagesOf(reader: Person, id: number, query: { before?: number; limit?: number } = {}) {
  return reader.call('GET /chat/room_msgs/:id', { params: { id }, query })
}

/** The chat room as it appears in the reader's list of rooms. */
export async function roomOf(reader: Person, id: number) {
  const rooms = await reader.call('GET /chat/user_rooms/:id', { params: { id: reader.id } })
  return rooms.find((room) => room.id === id)
}
