import type { Generated } from 'kysely'
import type { Id, Json, Time } from './columns.ts'
import type { PromptState } from './states.ts'

/** A question that the bot asked in a chat and whose answer is a text. */
export interface BotPrompts {
  id: Id
  user_id: number
  chat_id: number
  /** Id of the message with the bot's question, in that chat. */
  message_id: number
  kind: string
  /** Id of the listing, response or other row that the question is about. */
  subject_id: number | null
  details: Json<Record<string, unknown>>
  state: Generated<PromptState>
  /** Time until which any message counts as the answer; null if only a reply to the question does. */
  holds_until: Time | null
  /** Id of the message that answered the question; null until it is answered. */
  answer_id: number | null
  /** Telegram's id of the album that answers the question; all parts of the album belong to the answer. */
  album: string | null
  asked_at: Time
}
