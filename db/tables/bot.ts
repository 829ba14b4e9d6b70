import type { Generated } from 'kysely'
import type { Id, Json, Time } from './columns.ts'
import type { PromptState } from './states.ts'

/** What the bot has asked somebody to write. */
export interface BotPrompts {
  id: Id
  user_id: number
  chat_id: number
  /** The bot's question in that chat. */
  message_id: number
  kind: string
  /** The thing that it is about. */
  subject_id: number | null
  details: Json<Record<string, unknown>>
  state: Generated<PromptState>
  /** Until then a message that answers nothing else is its answer; null where only a reply is. */
  holds_until: Time | null
  /** Set exactly once it is answered. */
  answer_id: number | null
  /** The album to which the answer belongs; its other parts are the same answer. */
  album: string | null
  asked_at: Time
}
