import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Receiver of a message. */
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
 * Claims the push about a message, if one is due. The first unread message of a chat is pushed at once, later
 * ones at most every five minutes. No push goes to people who muted them or have read the message.
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
