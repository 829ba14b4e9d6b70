import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { filesJson } from '#services/files/queries.ts'
import { escapeHtml, nameFiles, shorten, translateFor, withButton } from '#services/notifications/format.ts'
import type { MessageKind } from '#services/notifications/kinds.ts'

/** Finds the person who receives a chat message. */
export async function findReceiver(db: Db, message_id: number) {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_members as member', 'member.room_id', 'message.room_id')
    .select(['member.room_id', 'member.user_id'])
    .where('message.id', '=', message_id)
    .whereRef('member.user_id', '<>', 'message.sender_id')
    .executeTakeFirst()
}

/**
 * Claims the notification about a chat message, if one is due. The first unread message of a chat notifies at once,
 * later ones at most every five minutes. People who muted such notifications or have read the message get none.
 * @returns id of the person to notify
 */
export async function claimPush(ctx: Context, tx: Tx, message_id: number): Promise<number | undefined> {
  const now = ctx.now()
  const quietSince = new Date(now.getTime() - limits.chat.pushMs).toISOString()
  const { rows } = await sql<{ user_id: number }>`
    update chat_members mine set notified_at = ${now.toISOString()}
    from chat_messages message, users person
    where message.id = ${message_id} and message.deleted_at is null
      and mine.room_id = message.room_id and mine.user_id <> message.sender_id and mine.last_read_id < message.id
      and person.id = mine.user_id and person.status = 'active'
      and person.can_write and person.notify_blocked_at is null
      and person.is_notify_new_messages and not 'new_message' = any (person.muted_kinds)
      and (mine.notified_at is null or mine.notified_at <= ${quietSince}
        or (mine.notified_at < message.created_at and not exists (
          select from chat_messages earlier
          where earlier.room_id = message.room_id and earlier.sender_id = message.sender_id
            and earlier.id > mine.last_read_id and earlier.id < message.id and earlier.deleted_at is null)))
    returning mine.user_id
  `.execute(tx)
  return rows[0]?.user_id
}

/** Reads the data of a chat message that its notification shows. */
async function findMessageNews(db: Db, message_id: number) {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
    .innerJoin('users as sender', 'sender.id', 'message.sender_id')
    .innerJoin('chat_members as receiver', 'receiver.room_id', 'message.room_id')
    .leftJoin('listings as listing', 'listing.id', 'room.listing_id')
    .leftJoin('chat_messages as quoted', 'quoted.id', 'message.reply_to')
    .select(['message.room_id', 'message.content', 'receiver.last_read_id', 'quoted.content as quoted'])
    .select(['sender.full_name', 'listing.title', filesJson('message').as('files')])
    .where('message.id', '=', message_id)
    .whereRef('receiver.user_id', '<>', 'message.sender_id')
    .executeTakeFirst()
}

type NotifiedMessage = { message_id: number; room_id: number; name: string }

/** Finds the chat message that a "New message" notice is about, by the Telegram message id of the notice. */
export async function findNotifiedMessage(
  db: Db,
  user_id: number,
  notice_id: number,
): Promise<NotifiedMessage | undefined> {
  const { rows } = await sql<NotifiedMessage>`
    select message.id message_id, message.room_id, sender.full_name name
    from deliveries notice
    join chat_messages message on message.id = (notice.payload ->> 'message_id')::bigint
    join users sender on sender.id = message.sender_id
    where notice.user_id = ${user_id} and notice.message_id = ${notice_id} and notice.kind = 'new_message'
  `.execute(db)
  return rows[0]
}

/**
 * Maximum characters of a chat message, and of its quote, in a notification. The chat shows message and quote in full.
 */
const lengths = { message: 200, quote: 80 }

export const newMessage: MessageKind<'new_message'> = {
  async compose(ctx, { message_id }, reader) {
    const message = await findMessageNews(ctx.db, message_id)
    if (typeof message?.content !== 'string' || message.last_read_id >= message_id) return null
    const { full_name: name, title, content, quoted, files, room_id } = message
    const heading =
      title === null
        ? translateFor(reader, 'new_message', { name })
        : translateFor(reader, 'new_message.about', { name, title })
    const quote = quoted ? `<blockquote>${escapeHtml(shorten(quoted, lengths.quote))}</blockquote>` : ''
    const words = escapeHtml(shorten(content, lengths.message))
    const lines = [...nameFiles(reader, files), ...(words ? [words] : [])]
    const text = `${heading}\n\n${quote}${lines.join('\n')}`
    return withButton(ctx, reader, text, 'chat', { page: 'chat', id: room_id })
  },
}

/**
 * Stores the Telegram id of the bot's message that confirms a sent chat message. A reply to the confirmation goes to
 * the same chat.
 */
export async function storeConfirmation(
  db: Db,
  {
    sender_id,
    telegram_message_id,
    confirmed_as,
  }: Record<'sender_id' | 'telegram_message_id' | 'confirmed_as', number>,
): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ confirmed_as })
    .where('sender_id', '=', sender_id)
    .where('telegram_message_id', '=', telegram_message_id)
    .execute()
}

/** Finds the chat whose message the bot has confirmed with this Telegram message, and the other member's name. */
export function findConfirmedChat(db: Db, sender_id: number, confirmed_as: number) {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_members as other', (join) =>
      join.onRef('other.room_id', '=', 'message.room_id').onRef('other.user_id', '<>', 'message.sender_id'),
    )
    .innerJoin('users as person', 'person.id', 'other.user_id')
    .select(['message.room_id', 'person.full_name as name'])
    .where('message.sender_id', '=', sender_id)
    .where('message.confirmed_as', '=', confirmed_as)
    .executeTakeFirst()
}
