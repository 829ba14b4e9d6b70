import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Room } from '#contract/calls/chat.ts'
import type { Agreement } from '#contract/calls/deal-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { RoomKind } from '#db/tables.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { agreementJson } from '#services/listings/page/deals.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { seenJson } from '#services/users/settings/last-day.ts'
import { hasBlocked } from '#services/users/visibility/blocks.ts'
import { findMessages, type MessageReply } from './message-queries.ts'

export type RoomReply = z.output<typeof Room>

const membership = prepare((db, { room_id, user_id }: { room_id: number; user_id: number }) =>
  db
    .selectFrom('chat_members')
    .select('room_id')
    .where('room_id', '=', room_id)
    .where('user_id', '=', user_id),
)

export async function isMember(db: Db, room_id: number, user_id: number): Promise<boolean> {
  return (await membership(db, { room_id, user_id })).length > 0
}

type RoomRow = Omit<RoomReply, 'room_id' | 'listing' | 'project_id' | 'vacancy_id' | 'last_message'> & {
  kind: RoomKind
  last_message_id: number | null
  listing_id: number | null
  listing_kind: ListingKind
  title: string
  status: ListingStatus
  executor_id: number | null
  agreement: z.output<typeof Agreement> | null
}

type QueryArgs = { viewer_id: number; now: string; room_id: number | null }

/** Selects the chats of the viewer, the latest message first. `which` is a further SQL condition. */
const rooms = (language: Language, { viewer_id, now }: QueryArgs, which: RawBuilder<unknown>) => sql<RoomRow>`
    select room.id, room.kind, room.created_at, room.last_message_id, room.user_low user1_id,
      room.user_high user2_id, mine.unread_count, mine.archived_at is not null is_archived,
      room.is_read_only or other.status <> 'active' or ${hasBlocked('other.id', viewer_id)} is_read_only,
      ${publicUser('other', language)} other, ${seenJson('other', { viewer_id, now })} other_seen,
      listing.id listing_id, listing.kind listing_kind, listing.title, listing.status,
      case when listing.executor_id in (room.user_low, room.user_high) then listing.executor_id end executor_id,
      case when listing.executor_id in (room.user_low, room.user_high)
        then ${agreementJson({ language, now })} end agreement
    from chat_members mine
    join chat_rooms room on room.id = mine.room_id
    join users other on other.id = room.user_low + room.user_high - mine.user_id
    left join listings listing on listing.id = room.listing_id
    where mine.user_id = ${viewer_id} and ${which}
    order by coalesce(room.last_message_at, room.created_at) desc, room.id desc
    limit ${sql.lit(limits.page.ownMax)}`

/** A new chat between strangers is visible only to the person who opened it, until somebody writes a message. */
const isVisible = (viewer_id: number) =>
  sql`(room.last_message_id is not null or room.kind <> 'other' or room.opened_by = ${viewer_id})`

const allRooms = inEachLanguage((language) =>
  prepare((_, asked: QueryArgs) => rooms(language, asked, isVisible(asked.viewer_id))),
)
const one = inEachLanguage((language) =>
  prepare((_, asked: QueryArgs) => rooms(language, asked, sql`room.id = ${asked.room_id}`)),
)

async function findRooms(
  db: Db,
  { viewer_id, language, now, link }: Reader,
  room_id: number | null = null,
): Promise<RoomReply[]> {
  const rows = await (room_id === null ? allRooms : one)[language](db, { viewer_id, now, room_id })
  const last = await findMessages(
    db,
    link,
    rows.flatMap((row) => row.last_message_id ?? []),
  )
  const messages = new Map(last.map((message) => [message.room_id, message]))
  return rows.map((row) => toRoom(row, messages.get(row.id) ?? null))
}

function toRoom(row: RoomRow, last_message: MessageReply | null): RoomReply {
  const { last_message_id: _, listing_id, listing_kind, title, status, executor_id, agreement, ...room } = row
  return {
    ...room,
    room_id: room.id,
    listing:
      listing_id === null
        ? null
        : { id: listing_id, kind: listing_kind, title, status, executor_id, agreement },
    project_id: room.kind === 'project' ? listing_id : null,
    vacancy_id: room.kind === 'vacancy' ? listing_id : null,
    last_message,
  }
}

export async function listRooms(ctx: UserContext): Promise<RoomReply[]> {
  return findRooms(ctx.lists, readerOf(ctx))
}

/** Counts a person's unread messages in all chats that the person has not archived. */
export async function countUnread(db: Db, user_id: number): Promise<number> {
  const [row] = await unreadOf(db, { user_id })
  return Number(row?.unread ?? 0)
}

const unreadOf = prepare((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('chat_members')
    .select((eb) => eb.fn.sum<number | null>('unread_count').as('unread'))
    .where('user_id', '=', user_id)
    .where('archived_at', 'is', null),
)

/**
 * Returns a chat as one of its members sees it.
 * @throws not_found if the caller is not a member of the chat
 */
export async function getRoom(ctx: UserContext, id: number): Promise<RoomReply> {
  const [room] = await findRooms(ctx.db, readerOf(ctx), id)
  if (!room) throw new AppError('not_found')
  return room
}

export type Pair = { kind: RoomKind; listing_id: number | null; user1_id: number; user2_id: number }

/** Finds the chat of two people about a listing or in general. The order of the two does not matter. */
export async function findRoomOf(db: Db, { kind, listing_id, ...pair }: Pair): Promise<number | undefined> {
  const row = await db
    .selectFrom('chat_rooms')
    .select('id')
    .where('user_low', '=', Math.min(pair.user1_id, pair.user2_id))
    .where('user_high', '=', Math.max(pair.user1_id, pair.user2_id))
    .where('kind', '=', kind)
    .where('listing_id', 'is not distinct from', listing_id)
    .executeTakeFirst()
  return row?.id
}
