import type { Generated } from 'kysely'
import type { Id, Time, WrittenAt } from './columns.ts'
import type { RoomKind } from './states.ts'

/** One per pair of people, kind and listing. */
export interface ChatRooms {
  id: Id
  kind: RoomKind
  /** Null exactly for `other`. */
  listing_id: number | null
  /** The pair, smaller id first. */
  user_low: number
  user_high: number
  opened_by: number
  last_message_id: number | null
  last_message_at: Time | null
  /** True after the listing was deleted. */
  is_read_only: Generated<boolean>
  created_at: WrittenAt
}

export interface ChatMembers {
  room_id: number
  user_id: number
  last_read_id: Generated<number>
  unread_count: Generated<number>
  /** Archived by this side only; a new message brings it back. */
  archived_at: Time | null
  /** Last notification about this chat. */
  notified_at: Time | null
}

export interface ChatMessages {
  id: Id
  room_id: number
  sender_id: number
  /** Null exactly when deleted. */
  content: string | null
  created_at: WrittenAt
  deleted_at: Time | null
  /** The answered message of the same chat. */
  reply_to: number | null
  /** Message to the bot that was forwarded into the chat. */
  telegram_message_id: number | null
  /** The bot's confirmation of it; a reply to that goes into the same chat. */
  confirmed_as: number | null
}
