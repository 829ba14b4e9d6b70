import { sql } from 'kysely'
import type { z } from 'zod'
import type { StreamEvent } from '#contract/calls/chat.ts'
import type { Db } from '#db/index.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { listMessagesAfter } from './message-queries.ts'

export type ChatEvent = z.output<typeof StreamEvent>

/** Maximum messages per query. */
const pageSize = 200
/**
 * Number of latest messages that are checked for deletions. Authors can delete only messages of the last minutes. If
 * staff delete an older message, open streams are not told.
 */
const recentCount = 100

/** Position of a reader in the live stream of a chat: the events that were already sent. */
export type ReaderPosition = {
  readonly room_id: number
  readonly user_id: number
  /** Id of the last message that was sent to the reader. */
  last: number
  last_read_id: number
  /** Ids of deleted messages, among the latest ones, whose deletion was already sent. */
  deleted: readonly number[]
}

/**
 * Returns the position of a reader before their first query. All later messages are sent as events.
 * @param after id of the last message that the reader already has; by default the latest message of the chat
 */
export async function startPosition(
  db: Db,
  { room_id, user_id }: Pick<ReaderPosition, 'room_id' | 'user_id'>,
  after: number | undefined,
): Promise<ReaderPosition> {
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
 * Returns the events of a chat since the last query, in order, as one of its members sees them. Events are found by
 * comparing the reader's position with the rows in Postgres. So no event gets lost when a Redis message is lost, and no
 * event is sent twice.
 */
export async function readRoomEvents(db: Db, link: Link, position: ReaderPosition): Promise<ChatEvent[]> {
  const events = await readMarkEvents(db, position)
  const messages = await listMessagesAfter(db, link, position.room_id, position.last, pageSize)
  for (const message of messages) {
    position.last = message.id
    if (message.is_deleted) position.deleted = [...position.deleted, message.id]
    events.push({ event: 'message', data: message })
  }
  return messages.length < pageSize ? events : [...events, ...(await readRoomEvents(db, link, position))]
}

async function readMarkEvents(db: Db, position: ReaderPosition): Promise<ChatEvent[]> {
  const { room_id, user_id } = position
  const { rows } = await sql<{ user_id: number; read_id: number; deleted: number[] }>`
    select other.user_id, other.last_read_id read_id, array(
      select id::float8 from (select id, deleted_at from chat_messages message
        where message.room_id = room.id and message.id <= ${position.last}
        order by id desc limit ${recentCount}) latest where deleted_at is not null order by id) deleted
    from chat_rooms room join chat_members other on other.room_id = room.id and other.user_id <> ${user_id}
    where room.id = ${room_id}
  `.execute(db)
  const [row] = rows
  if (!row) return []
  const events: ChatEvent[] = row.deleted
    .filter((id) => !position.deleted.includes(id))
    .map((id) => ({ event: 'deleted', data: { room_id, id } }))
  position.deleted = row.deleted
  if (row.read_id > position.last_read_id) {
    position.last_read_id = row.read_id
    events.push({ event: 'read', data: { room_id, user_id: row.user_id, last_read_id: row.read_id } })
  }
  return events
}
