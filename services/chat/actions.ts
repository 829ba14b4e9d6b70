import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserStatus } from '#db/tables.ts'
import { recordParts } from '#services/core/records/events.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { attachFiles } from '#services/files/actions.ts'
import { notifyRoom } from './followers.ts'
import { getMessage, type MessageReply, type MessageRow, selectMessages, toReply } from './message-queries.ts'
import { eraseMessage } from './removal.ts'

const lockRoomRow = prepare((db, { room_id, viewer_id }: { room_id: number; viewer_id: number }) =>
  db
    .selectFrom('chat_rooms')
    .select(['id', 'listing_id', 'user_low', 'user_high', 'is_read_only'])
    .where('id', '=', room_id)
    .where((eb) => eb.or([eb('user_low', '=', viewer_id), eb('user_high', '=', viewer_id)]))
    .forUpdate(),
)

/**
 * Locks a chat and finds its other member. Every change of a chat starts with this lock, so messages become visible in
 * the order of their ids. The live stream relies on this order.
 * @throws not_found if the caller is not a member of the chat
 */
export async function lockRoom(tx: Tx, room_id: number, viewer_id: number) {
  const [room] = await lockRoomRow(tx, { room_id, viewer_id })
  if (!room) throw new AppError('not_found')
  return { ...room, other_id: room.user_low + room.user_high - viewer_id }
}
type QueryArgs = { room_id: number; viewer_id: number; reply_to: number | null }
type WriteState = {
  other_status: UserStatus
  is_read_only: boolean
  has_blocked: boolean
  is_blocked: boolean
  is_answered: boolean
  sent: number
  /**
   * True if the quoted message belongs to the chat. A deleted message may still be quoted; then the chat shows that the
   * quoted message was deleted.
   */
  is_quotable: boolean
}

/**
 * Reads the facts that decide whether a person may write in a chat: the state of the other member, the number of
 * messages so far, and whether the quoted message belongs to the chat.
 */
const readWriteState = prepare<QueryArgs, WriteState>(
  (_, { room_id, viewer_id, reply_to }) => sql<WriteState>`
    select other.status as other_status, room.is_read_only,
      exists (select from user_blocks where user_id = ${viewer_id} and blocked_id = other.id) as has_blocked,
      exists (select from user_blocks where user_id = other.id and blocked_id = ${viewer_id}) as is_blocked,
      exists (select from chat_messages where room_id = room.id and sender_id = other.id)
        or exists (select from listings where id = room.listing_id
          and executor_id in (${viewer_id}, other.id)) as is_answered,
      (select count(*)::int from (select from chat_messages
        where room_id = room.id and sender_id = ${viewer_id} limit ${sql.lit(limits.chat.inARow)}) sent) as sent,
      ${reply_to}::bigint is null or exists (select from chat_messages quoted
        where quoted.id = ${reply_to} and quoted.room_id = room.id) as is_quotable
    from chat_rooms room join users other on other.id = room.user_low + room.user_high - ${viewer_id}
    where room.id = ${room_id}`,
)

function checkWritable(state: WriteState | undefined): void {
  // A blocked person is not told about the block. For them the chat looks as if the other member had left.
  if (state?.has_blocked) throw new AppError('blocked_pair')
  if (!state || state.is_blocked || state.is_read_only || state.other_status !== 'active')
    throw new AppError('room_read_only')
  // A person may write only a few messages before the other member of the chat has answered for the first time. The
  // author and the executor of a deal have no such limit.
  if (!state.is_answered && state.sent >= limits.chat.inARow)
    throw new AppError('in_a_row_limit', { limit: limits.chat.inARow })
}

/**
 * Locks a chat and checks that the person may write in it.
 * @returns `storedId` if the bot has already stored this Telegram message
 * @throws not_found, blocked_pair, room_read_only, in_a_row_limit, invalid_input
 */
async function lockForWriting(
  tx: Tx,
  viewer_id: number,
  { room_id, reply_to, telegram_message_id }: NewMessage,
): Promise<{ storedId?: number }> {
  await lockRoom(tx, room_id, viewer_id)
  const stored = telegram_message_id && (await findStoredCopy(tx, viewer_id, telegram_message_id))
  if (stored) return { storedId: stored.id }
  const [state] = await readWriteState(tx, { room_id, viewer_id, reply_to: reply_to ?? null })
  checkWritable(state)
  if (!state?.is_quotable) throw new AppError('invalid_input', { fields: [{ path: 'reply_to' }] })
  return {}
}

type NewMessageRow = {
  room_id: number
  sender_id: number
  content: string
  reply_to: number | null
  telegram_message_id: number | null
  now: string
  request_id: string | null
}
/**
 * Inserts a message with its event. Also moves the chat to the top, unarchives it for both members and increments the
 * other member's unread count.
 */
const insertMessage = prepare<NewMessageRow, MessageRow>((_, row) => {
  const { room_id, sender_id, content, reply_to, telegram_message_id, now } = row
  return sql<MessageRow>`
    with written as (
      insert into chat_messages (room_id, sender_id, content, created_at, reply_to, telegram_message_id)
      values (${room_id}, ${sender_id}, ${content}, ${now}, ${reply_to}, ${telegram_message_id})
      returning *
    ), room as (
      update chat_rooms set last_message_id = written.id, last_message_at = written.created_at
      from written where chat_rooms.id = written.room_id
    ), members as (
      update chat_members set archived_at = null,
        unread_count = unread_count + (user_id <> written.sender_id)::int
      from written where chat_members.room_id = written.room_id
    ), ${recordParts('message.sent', 'message_id', 'written', row)}
    ${selectMessages(sql``, 'written')}`
})

export type NewMessage = {
  room_id: number
  content: string
  /** Id of the message that the new message quotes. */
  reply_to?: number | undefined
  /** Ids of files that the sender has uploaded. */
  file_ids?: number[]
  /**
   * Telegram id of a message that the bot forwards into a chat. The message is stored once, even if Telegram repeats
   * the update.
   */
  telegram_message_id?: number | undefined
}

/**
 * Checks that the sender may forward a message from the bot into a chat. The check runs before the message's file is
 * downloaded.
 * @returns false if the message is already stored
 * @throws not_found, blocked_pair, room_read_only, in_a_row_limit
 */
export async function isNewMessage(ctx: ActorContext, message: NewMessage): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const { storedId } = await lockForWriting(tx, ctx.viewer.id, message)
    return !storedId
  })
}

/**
 * Writes a message into a chat, which unarchives the chat for both members.
 * @throws blocked_pair, room_read_only, in_a_row_limit, invalid_input
 */
export async function sendMessage(ctx: ActorContext, request: NewMessage): Promise<MessageReply> {
  const { room_id, content, reply_to = null, file_ids = [], telegram_message_id = null } = request
  const { id: sender_id } = ctx.viewer
  const link = linkFor(ctx)
  const message = await ctx.db.transaction().execute(async (tx) => {
    const { storedId } = await lockForWriting(tx, sender_id, request)
    if (storedId) return getMessage(tx, link, storedId)
    const [inserted] = await insertMessage(tx, {
      room_id,
      sender_id,
      content,
      reply_to,
      telegram_message_id,
      now: ctx.now().toISOString(),
      request_id: ctx.request_id,
    })
    if (!inserted) throw new Error('the message was not stored')
    if (file_ids.length > 0) await attachFiles(ctx, tx, { file_ids, message_id: inserted.id })
    const reply = file_ids.length > 0 ? await getMessage(tx, link, inserted.id) : toReply(link)(inserted)
    await ctx.keepReply?.(tx, reply)
    return reply
  })
  await notifyRoom(ctx, room_id)
  return message
}

function findStoredCopy(tx: Tx, sender_id: number, telegram_message_id: number) {
  return tx
    .selectFrom('chat_messages')
    .select('id')
    .where('sender_id', '=', sender_id)
    .where('telegram_message_id', '=', telegram_message_id)
    .executeTakeFirst()
}

/**
 * Deletes the caller's own message.
 * @throws not_found, not_owner, deletion_over
 */
export async function deleteMessage(ctx: UserContext, id: number): Promise<MessageReply> {
  const { room_id } = await getMessage(ctx.db, linkFor(ctx), id)
  const message = await ctx.db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, room_id, ctx.viewer.id)
    const current = await getMessage(tx, linkFor(ctx), id)
    if (current.sender_id !== ctx.viewer.id) throw new AppError('not_owner')
    if (current.is_deleted) return current
    const age = ctx.now().getTime() - Date.parse(current.created_at)
    if (age > limits.chat.deleteMs) throw new AppError('deletion_over')
    await eraseMessage(ctx, tx, { id, room_id, reader_id: room.other_id })
    return getMessage(tx, linkFor(ctx), id)
  })
  await notifyRoom(ctx, room_id)
  return message
}
