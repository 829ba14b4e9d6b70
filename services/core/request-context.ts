import type { Language } from '#contract/languages.ts'
import type { Device } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { FileRequest } from '#services/core/servers/stored-answer.ts'
import type { LaunchData } from '#services/core/telegram/launch-data.ts'
import type { Context } from './context.ts'

export type Token = { access_token: string; expires_at: string }

/** Content of a ticket. With the ticket a person's client may open the live stream of one chat. */
export type Ticket = { user_id: number; session_id: string; room_id: number }

/**
 * The person who made a request, identified by the session. Code that needs the person's role or verification reads
 * them from the database.
 */
export type Viewer = { id: number; session_id: string }

/** Context of an API call that needs no session. */
export type GuestContext = Context & {
  request_id: string
  language: Language
  ip: string
  /** Operating system of the caller's device; null if unknown. */
  device: Device | null
  /** Verified launch data of the mini-app. Null for API calls that do not require launch data. */
  launch: (LaunchData & { raw: string }) | null
  /** Parameters of a call by the payment provider, as received. A repeated parameter is a list. */
  providerParams: Record<string, unknown>
  /** Range and conditional headers of the request, for calls that answer with a file. */
  fileRequest: FileRequest
  issueToken: (session: { user_id: number; session_id: string }) => Promise<Token>
  issueTicket: (ticket: Ticket) => Promise<{ token: string; expires_at: string }>
  /** Returns a signal that is aborted when the client disconnects before it has got the answer. */
  disconnectSignal: () => AbortSignal
}

/** Prefix of a request id that is made from the id of a Telegram update. Other request ids have no such prefix. */
export const updatePrefix = 'update-'

/**
 * Stores the answer of a call with an idempotency key in the transaction of its effect. A repeat of the call then gets
 * this answer, even if the process or Postgres was killed before the first answer was sent.
 */
export type KeepReply = (tx: Tx, reply: unknown) => Promise<void>

/** Context of an action by a person, whether through the API, the bot or a worker. */
export type ActorContext = Context & {
  viewer: Pick<Viewer, 'id'>
  /** Id of the Telegram message whose button the person pressed. The bot redraws this message itself. */
  pressed_message_id?: number
  keepReply?: KeepReply | undefined
}

export type UserContext = GuestContext & {
  viewer: Viewer
  /** True if the call is a retry and its first attempt may have taken effect. */
  is_repeat?: boolean
  /** Present if the call has an idempotency key. */
  keepReply?: KeepReply | undefined
}
