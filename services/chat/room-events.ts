import { sql } from 'kysely'
import type { z } from 'zod'
import type { StreamEvent } from '#contract/calls/chat.ts'
import type { Db } from '#db/index.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { listMessagesAfter } from './message-queries.ts'

export type ChatEvent = z.output<typeof StreamEvent>

/** Messages read at once. */
const page = 200
/** Latest messages among which a deletion is looked for: it happens minutes after the writing or never. */
const recent = 100

/** Whose eyes see a room, and what they have been told of it. */
export type Place = {
  readonly room_id: number
  readonly user_id: number
  /** The last message that the reader has. */
  last: number
  last_read_id: number
  /** Deletions that were told, among the latest messages. */
  deleted: readonly number[]
}

/**
 * A reader's place before the first reading. Who waits for it hears every message from then on.
 * @param after the last message that the reader has; by default all that stand now
 */
export async function placeIn(
  db: Db,
  { room_id, user_id }: Pick<Place, 'room_id' | 'user_id'>,
  after: number | undefined,
): Promise<Place> {
  const last = after ?? (await lastMessage(db, room_id))
  return { room_id, user_id, last, last_read_id: 0, deleted: [] }
}

async function lastMessage(db: Db, room_id: number): Promise<number> {
  const room = await db
    .selectFrom('chat_rooms')
    .select('last_message_id')
    .where('id', '=', room_id)
    .executeTakeFirst()
  return room?.last_message_id ?? 0
}

/**
 * What happened in a room since the last reading, in order, as one of its two people sees it. What was told before is
 * compared with Postgres, so nothing is lost with a message of Redis and nothing is told twice.
 */
export async function readRoomEvents(db: Db, link: Link, place: Place): Promise<ChatEvent[]> {
  const events = await readMarks(db, place)
  const messages = await listMessagesAfter(db, link, place.room_id, place.last, page)
  for (const message of messages) {
    place.last = message.id
    if (message.is_deleted) place.deleted = [...place.deleted, message.id]
    events.push({ event: 'message', data: message })
  }
  return messages.length < page ? events : [...events, ...(await readRoomEvents(db, link, place))]
}

async function readMarks(db: Db, place: Place): Promise<ChatEvent[]> {
  const { room_id, user_id } = place
  const { rows } = await sql<{ user_id: number; read_id: number; deleted: number[] }>`
    select other.user_id, other.last_read_id read_id, array(
      select id::float8 from (select id, deleted_at from chat_messages message
        where message.room_id = room.id and message.id <= ${place.last}
        order by id desc limit ${recent}) latest where deleted_at is not null order by id) deleted
    from chat_rooms room join chat_members other on other.room_id = room.id and other.user_id <> ${user_id}
    where room.id = ${room_id}
  `.execute(db)
  const [row] = rows
  if (!row) return []
  const events: ChatEvent[] = row.deleted
    .filter((id) => !place.deleted.includes(id))
    .map((id) => ({ event: 'deleted', data: { room_id, id } }))
  place.deleted = row.deleted
  if (row.read_id > place.last_read_id) {
    place.last_read_id = row.read_id
    events.push({ event: 'read', data: { room_id, user_id: row.user_id, last_read_id: row.read_id } })
  }
  return events
}
