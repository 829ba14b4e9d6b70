import type { Generated } from 'kysely'
import type { Id, Json, Time } from './columns.ts'
import type { PromptState } from './states.ts'

/** A question of the bot that waits for a text. */
export interface BotPrompts {
  id: Id
  user_id: number
  chat_id: number
  /** The bot's question in that chat. */
  message_id: number
  kind: string
  /** Id of the subject. */
  subject_id: number | null
  details: Json<Record<string, unknown>>
  state: Generated<PromptState>
  /** Until then any message counts as the answer; null if only a reply does. */
  holds_until: Time | null
  /** Set exactly once it is answered. */
  answer_id: number | null
  /** Album of the answer; its other parts belong to the same answer. */
  album: string | null
  asked_at: Time
}
