import type { Generated } from 'kysely'
import type { SupportClosing, SupportMessageState, SupportSide, SupportState } from '#contract/states.ts'
import type { Id, Json, Time } from './columns.ts'

/** A person's question to support, until it is settled; a new message reopens it. */
export interface SupportCases {
  id: Id
  user_id: number
  state: Generated<SupportState>
  closed_by: SupportClosing | null
  /** Staff member who answers. */
  staff_id: number | null
  /** Side of the last message, and its time. */
  last_side: Generated<SupportSide>
  last_at: Time
  /** Time of the next reminder to the operators. */
  remind_at: Time | null
  opened_at: Time
  closed_at: Time | null
  /** Position of its card; in a topic of its own if the group has topics. */
  chat_id: number | null
  card_id: number | null
  topic_id: number | null
  is_topic_closed: Generated<boolean>
}

export interface SupportMessages {
  id: Id
  case_id: number
  side: SupportSide
  /** Null for an anonymous group administrator. */
  author_id: number | null
  content: string
  /** Telegram's file id of a photo or document. */
  media: Json<{ type: 'photo' | 'document'; file_id: string }> | null
  /** Source message; unique, so nothing is stored twice. */
  chat_id: number
  message_id: number
  album: string | null
  /** Delivery state on the other side. */
  state: Generated<SupportMessageState>
  /** Not forwarded yet: too many earlier messages are unanswered. */
  is_held: Generated<boolean>
  said_at: Time
}
