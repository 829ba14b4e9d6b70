import type { Generated } from 'kysely'
import type { SupportClosing, SupportMessageState, SupportSide, SupportState } from '#contract/states.ts'
import type { Id, Json, Time } from './columns.ts'

/** What a person has asked the support, until it is settled; a new message opens it again. */
export interface SupportCases {
  id: Id
  user_id: number
  state: Generated<SupportState>
  closed_by: SupportClosing | null
  /** Who answers. */
  staff_id: number | null
  /** Whose word is the last one, and since when. */
  last_side: Generated<SupportSide>
  last_at: Time
  /** When operators are told once more that it waits. */
  remind_at: Time | null
  opened_at: Time
  closed_at: Time | null
  /** Where its card stands, in a topic of its own where the group has topics. */
  chat_id: number | null
  card_id: number | null
  topic_id: number | null
  is_topic_closed: Generated<boolean>
}

export interface SupportMessages {
  id: Id
  case_id: number
  side: SupportSide
  /** Null of an administrator who wrote in the name of the group. */
  author_id: number | null
  content: string
  /** The photo or document by the name under which Telegram keeps it. */
  media: Json<{ type: 'photo' | 'document'; file_id: string }> | null
  /** Where it was written; nothing is taken twice. */
  chat_id: number
  message_id: number
  album: string | null
  /** Whether it has reached the other side. */
  state: Generated<SupportMessageState>
  /** Waits on the card: too many before it have no answer yet. */
  is_held: Generated<boolean>
  said_at: Time
}
