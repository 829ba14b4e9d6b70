import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Config } from '#services/core/config/config.ts'

/** Settings that name a group of the staff. */
export const staffChatSettings = {
  moderators: 'MODERATORS_CHAT_ID',
  operators: 'OPS_CHAT_ID',
} as const satisfies Record<string, keyof Config>
export type StaffGroup = keyof typeof staffChatSettings
export type StaffChats = Record<StaffGroup, number>

/** The id under which Telegram knows a chat by now. A group that becomes a supergroup gets another one. */
export function currentChat(chat_id: number | null): RawBuilder<number> {
  return sql`coalesce((select moved_to from staff_chats where chat_id = ${chat_id}), ${chat_id}::bigint)`
}

/** The groups of the settings, under their current ids. */
export async function findStaffChats(db: Db, config: Config): Promise<StaffChats> {
  const { MODERATORS_CHAT_ID, OPS_CHAT_ID } = config
  const { rows } = await sql<StaffChats>`
    select ${currentChat(MODERATORS_CHAT_ID)} as moderators, ${currentChat(OPS_CHAT_ID)} as operators`.execute(
    db,
  )
  return rows[0] ?? { moderators: MODERATORS_CHAT_ID, operators: OPS_CHAT_ID }
}

/** Groups of the settings that are this chat. */
export function groupsOf(chats: StaffChats, chat_id: number): StaffGroup[] {
  return (['moderators', 'operators'] as const).filter((group) => chats[group] === chat_id)
}

/** The order in the operators' chat: alarms before all, then money and drills, and what anybody can write behind them. */
export const operatorsLine = { alarm: 0, money: 1, support: 2, failure: 3 } as const
