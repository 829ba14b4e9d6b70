import type { Generated } from 'kysely'
import type { SupportClosing, SupportMessageState, SupportSide, SupportState } from '#contract/states.ts'
import type { Id, Json, Time } from './columns.ts'

/** Questions of people to support. A new message reopens a closed question. */
export interface SupportCases {
  id: Id
  user_id: number
  state: Generated<SupportState>
  closed_by: SupportClosing | null
  /** Staff member who answers the person. */
  staff_id: number | null
  /** Side that wrote the last message of the question, and the time of that message. */
  last_side: Generated<SupportSide>
  last_at: Time
  /** Time when the operators are next reminded of the question. */
  remind_at: Time | null
  opened_at: Time
  closed_at: Time | null
  /**
   * Chat and message of the case card, for the operators. If the operators' group has topics, each case has a topic of
   * its own.
   */
  chat_id: number | null
  card_id: number | null
  topic_id: number | null
  is_topic_closed: Generated<boolean>
}

export interface SupportMessages {
  id: Id
  case_id: number
  side: SupportSide
  /** Person who wrote the message; null for an administrator who writes anonymously in the group. */
  author_id: number | null
  content: string
  /** Telegram's file id of the message's photo or document. */
  media: Json<{ type: 'photo' | 'document'; file_id: string }> | null
  /** Chat and id of the original message in Telegram. The pair is unique, so that a message is stored once. */
  chat_id: number
  message_id: number
  album: string | null
  /** State of the message's delivery to the other side: to the operators, or to the person. */
  state: Generated<SupportMessageState>
  /**
   * True if the message has not been forwarded to the operators yet, because too many earlier messages of the person
   * are unanswered.
   */
  is_held: Generated<boolean>
  said_at: Time
}
