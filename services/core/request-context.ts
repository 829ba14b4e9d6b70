import type { Language } from '#contract/languages.ts'
import type { Device } from '#contract/options.ts'
import type { FileRequest } from '#services/core/servers/stored-answer.ts'
import type { LaunchData } from '#services/core/telegram/launch-data.ts'
import type { Context } from './context.ts'

export type Token = { access_token: string; expires_at: string }

/** Grants a person's client the live stream of one chat. */
export type Ticket = { user_id: number; session_id: string; room_id: number }

/** The caller by the session; role and verification are read where they are needed. */
export type Viewer = { id: number; session_id: string }

/** Context of a public call. */
export type GuestContext = Context & {
  request_id: string
  language: Language
  ip: string
  /** Operating system of the client, if known. */
  device: Device | null
  /** Verified launch data; only for calls with access `launch`. */
  launch: (LaunchData & { raw: string }) | null
  /** Parameters of a provider call as received; repeated ones as lists. */
  providerParams: Record<string, unknown>
  /** The requested part of a file, for calls that answer with one. */
  fileRequest: FileRequest
  issueToken: (session: { user_id: number; session_id: string }) => Promise<Token>
  issueTicket: (ticket: Ticket) => Promise<{ token: string; expires_at: string }>
  /** Aborts when the client disconnects before the answer. */
  disconnectSignal: () => AbortSignal
}

/** Prefix of request ids made from updates of the bot. */
export const updatePrefix = 'update-'

/** Context of a person's act, from HTTP, the bot or a worker. */
export type ActorContext = Context & {
  viewer: Pick<Viewer, 'id'>
  /** Message whose button was pressed; the bot redraws it itself. */
  pressed_message_id?: number
}

export type UserContext = GuestContext & {
  viewer: Viewer
  /** The call is a retry, and its first attempt may have taken effect. */
  is_repeat?: boolean
}
