import type { Generated } from 'kysely'
import type { Id, Time, WrittenAt } from './columns.ts'
import type { RoomKind } from './states.ts'

/** Chats: one per pair of people, kind and listing. */
export interface ChatRooms {
  id: Id
  kind: RoomKind
  /** Listing that the chat is about; null for chats of kind `other`, and only for those. */
  listing_id: number | null
  /** The two people of the chat, smaller id first. */
  user_low: number
  user_high: number
  opened_by: number
  last_message_id: number | null
  last_message_at: Time | null
  /** True once the chat's listing is deleted: nobody can write any more. */
  is_read_only: Generated<boolean>
  created_at: WrittenAt
}

export interface ChatMembers {
  room_id: number
  user_id: number
  last_read_id: Generated<number>
  unread_count: Generated<number>
  /** Time when this member archived the chat. The other member still sees the chat. A new message clears the time. */
  archived_at: Time | null
  /** Time of the last notification about the chat. */
  notified_at: Time | null
}

export interface ChatMessages {
  id: Id
  room_id: number
  sender_id: number
  /** Text of the message; null only for a deleted message. */
  content: string | null
  created_at: WrittenAt
  deleted_at: Time | null
  /** Id of the quoted message, which is in the same chat. */
  reply_to: number | null
  /** Id of the Telegram message, if the sender wrote the message in the chat with the bot. */
  telegram_message_id: number | null
  /**
   * Id of the bot's message that confirmed to the sender that the message reached the chat. A reply to the confirmation
   * goes into the same chat.
   */
  confirmed_as: number | null
}
