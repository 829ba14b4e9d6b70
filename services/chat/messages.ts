import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Message } from '#contract/calls/chat.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'

export type MessageReply = z.output<typeof Message>

async function select(db: Db, rest: RawBuilder<unknown>): Promise<MessageReply[]> {
  const { rows } = await sql<MessageReply>`
    select message.id, message.room_id, message.sender_id, message.content, message.created_at,
      message.deleted_at is not null is_deleted,
      (select json_build_object('id', quoted.id, 'sender_id', quoted.sender_id,
        'content', left(quoted.content, ${sql.lit(limits.chat.quote)}))
        from chat_messages quoted where quoted.id = message.reply_to) reply_to,
      message.id <= (select reader.last_read_id from chat_members reader
        where reader.room_id = message.room_id and reader.user_id <> message.sender_id) is_read
    from chat_messages message ${rest}
  `.execute(db)
  return rows
}

export async function findMessages(db: Db, ids: number[]): Promise<MessageReply[]> {
  return ids.length === 0 ? [] : select(db, sql`where message.id = any(${ids}::bigint[])`)
}

export async function getMessage(db: Db, id: number): Promise<MessageReply> {
  const [message] = await findMessages(db, [id])
  if (!message) throw new AppError('not_found')
  return message
}

/** The latest messages of a room, or those before one of them; within the page in the order of writing. */
export async function listMessages(
  db: Db,
  room_id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<MessageReply[]> {
  const older = before === undefined ? sql`` : sql`and message.id < ${before}`
  const page = await select(
    db,
    sql`where message.room_id = ${room_id} ${older} order by message.id desc limit ${limit}`,
  )
  return page.reverse()
}

/** What was written in a room after a message, oldest first. */
export async function listMessagesAfter(
  db: Db,
  room_id: number,
  after: number,
  limit: number,
): Promise<MessageReply[]> {
  return select(
    db,
    sql`where message.room_id = ${room_id} and message.id > ${after} order by message.id limit ${limit}`,
  )
}
