import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Config } from '#services/core/config/config.ts'

/** Names of the settings that hold the chat ids of the staff groups. */
export const staffChatSettings = {
  moderators: 'MODERATORS_CHAT_ID',
  operators: 'OPS_CHAT_ID',
} as const satisfies Record<string, keyof Config>
export type StaffGroup = keyof typeof staffChatSettings
export type StaffChats = Record<StaffGroup, number>

/** SQL for the current id of a chat: a group gets a new id when it becomes a supergroup. */
export function currentChat(chat_id: number | null): RawBuilder<number> {
  return sql`coalesce((select moved_to from staff_chats where chat_id = ${chat_id}), ${chat_id}::bigint)`
}

/** Reads the current chat ids of the configured staff groups. */
export async function findStaffChats(db: Db, config: Config): Promise<StaffChats> {
  const { MODERATORS_CHAT_ID, OPS_CHAT_ID } = config
  const { rows } = await sql<StaffChats>`
    select ${currentChat(MODERATORS_CHAT_ID)} as moderators, ${currentChat(OPS_CHAT_ID)} as operators`.execute(
    db,
  )
  return rows[0] ?? { moderators: MODERATORS_CHAT_ID, operators: OPS_CHAT_ID }
}

/** Returns the staff groups that a chat is: the moderators', the operators', both or none. */
export function groupsOf(chats: StaffChats, chat_id: number): StaffGroup[] {
  return (['moderators', 'operators'] as const).filter((group) => chats[group] === chat_id)
}

/**
 * Priorities of messages in the operators' chat. Alarms come first, then messages about money, then support, then error
 * reports, which anybody can send.
 */
export const operatorsPriority = { alarm: 0, money: 1, support: 2, failure: 3 } as const
