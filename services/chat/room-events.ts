import { sql } from 'kysely'
import type { z } from 'zod'
import type { StreamEvent } from '#contract/calls/chat.ts'
import type { Db } from '#db/index.ts'
import type { Link } from '#services/core/file-urls.ts'
import { listMessagesAfter } from './messages.ts'

export type ChatEvent = z.output<typeof StreamEvent>

/** Messages read at once. */
const page = 200
/** Latest messages among which a deletion is looked for: it happens minutes after the writing or never. */
const recent = 100

export type RoomEvents = {
  /** What happened since the last call, in order; an empty list when nothing did. */
  next(db: Db, link: Link): Promise<ChatEvent[]>
}

/**
 * Reads a room's changes as one of its two people sees them. It compares what was sent before with Postgres, so
 * nothing is lost with a message of Redis and nothing is sent twice.
 * @param after last message the reader has; by default all that stand now
 */
export function readRoomEvents(room_id: number, user_id: number, after: number | undefined): RoomEvents {
  let last = after
  let last_read_id = 0
  const deleted = new Set<number>()

  async function marks(db: Db): Promise<ChatEvent[]> {
    const { rows } = await sql<{ last_id: number; user_id: number; read_id: number; deleted: number[] }>`
      select coalesce(room.last_message_id, 0) last_id, other.user_id, other.last_read_id read_id, array(
        select id::float8 from (select id, deleted_at from chat_messages message
          where message.room_id = room.id and message.id <= coalesce(${last ?? null}, room.last_message_id)
          order by id desc limit ${recent}) latest where deleted_at is not null order by id) deleted
      from chat_rooms room join chat_members other on other.room_id = room.id and other.user_id <> ${user_id}
      where room.id = ${room_id}
    `.execute(db)
    const [row] = rows
    if (!row) return []
    last ??= row.last_id
    const events: ChatEvent[] = row.deleted
      .filter((id) => !deleted.has(id))
      .map((id) => ({ event: 'deleted', data: { room_id, id } }))
    for (const id of row.deleted) deleted.add(id)
    if (row.read_id > last_read_id) {
      last_read_id = row.read_id
      events.push({ event: 'read', data: { room_id, user_id: row.user_id, last_read_id } })
    }
    return events
  }

  return {
    async next(db, link) {
      const events = await marks(db)
      const messages = await listMessagesAfter(db, link, room_id, last ?? 0, page)
      for (const message of messages) {
        last = message.id
        if (message.is_deleted) deleted.add(message.id)
        events.push({ event: 'message', data: message })
      }
      return messages.length < page ? events : [...events, ...(await this.next(db, link))]
    },
  }
}
