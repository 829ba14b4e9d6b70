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
  /** Time until which any message of the person counts as the answer. If null, only a reply to the question counts. */
  holds_until: Time | null
  /** Id of the message that answered the question; null for an unanswered question. */
  answer_id: number | null
  /** Telegram's id of the album that answers the question; all parts of the album belong to the answer. */
  album: string | null
  asked_at: Time
}
