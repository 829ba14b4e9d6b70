import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare, together } from '#db/prepared.ts'
import type { UserStatus } from '#db/tables.ts'
import { record } from '#services/core/events.ts'
import { linkFor } from '#services/core/file-urls.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { blockOf, whoseBlock } from '#services/users/blocks.ts'
import { tellRoom } from './live.ts'
import { getMessage, type MessageReply } from './messages.ts'
import { emptyMessage } from './removing.ts'

const lockRow = prepare((db, { room_id, viewer_id }: { room_id: number; viewer_id: number }) =>
  db
    .selectFrom('chat_rooms')
    .select(['id', 'listing_id', 'user_low', 'user_high', 'is_read_only'])
    .where('id', '=', room_id)
    .where((eb) => eb.or([eb('user_low', '=', viewer_id), eb('user_high', '=', viewer_id)]))
    .forUpdate(),
)

/**
 * Locks a room and says who the other side is. Everything that changes a room begins so: messages of one room
 * then become visible in the order of their ids, which the live stream counts on.
 * @throws not_found for a room of others
 */
export async function lockRoom(tx: Tx, room_id: number, viewer_id: number) {
  const [room] = await lockRow(tx, { room_id, viewer_id })
  if (!room) throw new AppError('not_found')
  return { ...room, other_id: room.user_low + room.user_high - viewer_id }
}
type LockedRoom = Awaited<ReturnType<typeof lockRoom>>

type Asked = { room_id: number; listing_id: number | null; viewer_id: number; other_id: number }
type Standing = { other_status: UserStatus; is_answered: boolean; sent: number }

/** The other side, and what was written so far. */
const standingOf = prepare<Asked, Standing>(
  (_, { room_id, listing_id, viewer_id, other_id }) => sql<Standing>`
    select other.status as other_status,
      exists (select from chat_messages where room_id = ${room_id} and sender_id = ${other_id})
        or exists (select from listings where id = ${listing_id}
          and executor_id in (${viewer_id}, ${other_id})) as is_answered,
      (select count(*)::int from (select from chat_messages
        where room_id = ${room_id} and sender_id = ${viewer_id} limit ${sql.lit(limits.chat.inARow)}) sent) as sent
    from users other where other.id = ${other_id}`,
)

const look = together({ block: blockOf, standing: standingOf })

async function checkWritable(tx: Tx, room: LockedRoom, viewer_id: number): Promise<void> {
  const { id: room_id, listing_id, other_id } = room
  const pair = { viewer_id, other_id }
  const found = await look(tx, { block: pair, standing: { room_id, listing_id, ...pair } })
  const blocked = whoseBlock(found.block)
  // A blocked person is not told of the block: the room looks as if the other side had left.
  if (blocked) throw new AppError(blocked === 'own' ? 'blocked_pair' : 'room_read_only')
  const [standing] = found.standing
  if (room.is_read_only || standing?.other_status !== 'active') throw new AppError('room_read_only')
  // Before the first answer only a few messages may be written; between people who work together there is no such limit.
  if (!standing.is_answered && standing.sent >= limits.chat.inARow)
    throw new AppError('in_a_row_limit', { limit: limits.chat.inARow })
}

/** What was deleted meanwhile may still be answered: the room shows that it is gone. */
async function checkQuoted(tx: Tx, room_id: number, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const quoted = await tx
    .selectFrom('chat_messages')
    .select('id')
    .where('id', '=', id)
    .where('room_id', '=', room_id)
    .executeTakeFirst()
  if (!quoted) throw new AppError('invalid_input', { fields: [{ path: 'reply_to' }] })
}

type NewRow = {
  room_id: number
  sender_id: number
  content: string
  reply_to: number | null
  telegram_message_id: number | null
  now: string
}
/** The message; its room comes first again and back from both archives, and the other side has one more to read. */
const insertMessage = prepare<NewRow, { id: number }>(
  (_, { room_id, sender_id, content, reply_to, telegram_message_id, now }) => sql<{ id: number }>`
    with message as (
      insert into chat_messages (room_id, sender_id, content, created_at, reply_to, telegram_message_id)
      values (${room_id}, ${sender_id}, ${content}, ${now}, ${reply_to}, ${telegram_message_id})
      returning id, room_id, sender_id, created_at
    ), room as (
      update chat_rooms set last_message_id = message.id, last_message_at = message.created_at
      from message where chat_rooms.id = message.room_id
    ), members as (
      update chat_members set archived_at = null,
        unread_count = unread_count + (user_id <> message.sender_id)::int
      from message where chat_members.room_id = message.room_id
    )
    select id from message`,
)

export type NewMessage = {
  room_id: number
  content: string
  /** The message that it answers. */
  reply_to?: number | undefined
  /** Waiting files of the sender. */
  file_ids?: number[]
  /** The message to the bot that is passed on; it is written once, however often it comes. */
  telegram_message_id?: number | undefined
}

/**
 * Whether a message is still to be written, asked before its file is fetched: false when it was passed on before.
 * @throws not_found, blocked_pair, room_read_only, in_a_row_limit
 */
export async function isNewMessage(
  ctx: ActorContext,
  { room_id, telegram_message_id }: NewMessage,
): Promise<boolean> {
  const { id } = ctx.viewer
  return ctx.db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, room_id, id)
    if (telegram_message_id && (await findPassedOn(tx, id, telegram_message_id))) return false
    await checkWritable(tx, room, id)
    return true
  })
}

/** Writes into a room; it comes back from both archives. @throws blocked_pair, room_read_only, in_a_row_limit, invalid_input */
export async function sendMessage(
  ctx: ActorContext,
  { room_id, content, reply_to, file_ids = [], telegram_message_id }: NewMessage,
): Promise<MessageReply> {
  const { id: sender_id } = ctx.viewer
  const message = await ctx.db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, room_id, sender_id)
    const passedOn = telegram_message_id && (await findPassedOn(tx, sender_id, telegram_message_id))
    if (passedOn) return getMessage(tx, linkFor(ctx), passedOn.id)
    await checkWritable(tx, room, sender_id)
    await checkQuoted(tx, room_id, reply_to)
    const [written] = await insertMessage(tx, {
      ...{ room_id, sender_id, content, now: ctx.now().toISOString() },
      ...{ reply_to: reply_to ?? null, telegram_message_id: telegram_message_id ?? null },
    })
    if (!written) throw new Error('the message was not stored')
    const { id } = written
    await attachFiles(ctx, tx, { file_ids, message_id: id })
    await record(ctx, tx, 'message.sent', { message_id: id })
    return getMessage(tx, linkFor(ctx), id)
  })
  await tellRoom(ctx, room_id)
  return message
}

function findPassedOn(tx: Tx, sender_id: number, telegram_message_id: number) {
  return tx
    .selectFrom('chat_messages')
    .select('id')
    .where('sender_id', '=', sender_id)
    .where('telegram_message_id', '=', telegram_message_id)
    .executeTakeFirst()
}

/** Takes an own message back. @throws not_found, not_owner, deletion_over */
export async function deleteMessage(ctx: UserContext, id: number): Promise<MessageReply> {
  const { room_id } = await getMessage(ctx.db, linkFor(ctx), id)
  const message = await ctx.db.transaction().execute(async (tx) => {
    const room = await lockRoom(tx, room_id, ctx.viewer.id)
    const found = await getMessage(tx, linkFor(ctx), id)
    if (found.sender_id !== ctx.viewer.id) throw new AppError('not_owner')
    if (found.is_deleted) return found
    const age = ctx.now().getTime() - Date.parse(found.created_at)
    if (age > limits.chat.deleteMs) throw new AppError('deletion_over')
    await emptyMessage(ctx, tx, { id, room_id, reader_id: room.other_id })
    return getMessage(tx, linkFor(ctx), id)
  })
  await tellRoom(ctx, room_id)
  return message
}
