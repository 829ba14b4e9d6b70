import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Message } from '#contract/calls/chat.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import { type FileRow, filesJson, toFile } from '#services/files/queries.ts'

export type MessageReply = z.output<typeof Message>

export type MessageRow = Omit<MessageReply, 'files'> & { files: FileRow[] }

/** Selects chat messages with their files and quotes. @param from table or CTE that holds the messages */
export const selectMessages = (condition: RawBuilder<unknown>, from = 'chat_messages') => sql<MessageRow>`
    select message.id, message.room_id, message.sender_id, message.content, message.created_at,
      message.deleted_at is not null is_deleted,
      (select json_build_object('id', quoted.id, 'sender_id', quoted.sender_id,
        'content', left(quoted.content, ${sql.lit(limits.chat.quote)}),
        'files', (select coalesce(json_agg(json_build_object('name', file.name,
          'is_photo', file.thumbnail_key is not null) order by file.id), '[]')
          from files file where file.message_id = quoted.id and file.deleted_at is null))
        from chat_messages quoted where quoted.id = message.reply_to) reply_to,
      ${filesJson('message')} files,
      message.id <= (select reader.last_read_id from chat_members reader
        where reader.room_id = message.room_id and reader.user_id <> message.sender_id) is_read
    from ${sql.table(from)} message ${condition}`

export const toReply =
  (link: Link) =>
  (row: MessageRow): MessageReply => ({ ...row, files: row.files.map((file) => toFile(file, link)) })

async function selectReplies(db: Db, link: Link, condition: RawBuilder<unknown>): Promise<MessageReply[]> {
  const { rows } = await selectMessages(condition).execute(db)
  return rows.map(toReply(link))
}

const selectByIds = prepare((_, { ids }: { ids: number[] }) =>
  selectMessages(sql`where message.id = any(${ids}::bigint[])`),
)

export async function findMessages(db: Db, link: Link, ids: number[]): Promise<MessageReply[]> {
  return ids.length === 0 ? [] : (await selectByIds(db, { ids })).map(toReply(link))
}

export async function getMessage(db: Db, link: Link, id: number): Promise<MessageReply> {
  const [message] = await findMessages(db, link, [id])
  if (!message) throw new AppError('not_found')
  return message
}

/** Returns the latest messages of a chat, or those before a given message, in the order of writing. */
export async function listMessages(
  db: Db,
  link: Link,
  room_id: number,
  { before, limit }: { before?: number | undefined; limit?: number | undefined },
): Promise<MessageReply[]> {
  const maxRows = limit ?? (before === undefined ? limits.list.unpaged : limits.chat.page)
  const olderOnly = before === undefined ? sql`` : sql`and message.id < ${before}`
  const page = await selectReplies(
    db,
    link,
    sql`where message.room_id = ${room_id} ${olderOnly} order by message.id desc limit ${maxRows}`,
  )
  return page.reverse()
}

/** Returns the messages of a chat after a given message, oldest first. */
export async function listMessagesAfter(
  db: Db,
  link: Link,
  room_id: number,
  after: number,
  limit: number,
): Promise<MessageReply[]> {
  return selectReplies(
    db,
    link,
    sql`where message.room_id = ${room_id} and message.id > ${after} order by message.id limit ${limit}`,
  )
}
