import type { Language } from '#contract/languages.ts'
import type { Device } from '#contract/options.ts'
import type { FileRequest } from '#services/core/servers/stored-answer.ts'
import type { LaunchData } from '#services/core/telegram/launch-data.ts'
import type { Context } from './context.ts'

export type Token = { access_token: string; expires_at: string }

/** Lets a person's client follow one chat room live. */
export type Ticket = { user_id: number; session_id: string; room_id: number }

/** Who makes the call, as the session says; role and confirmation are read where they are needed. */
export type Viewer = { id: number; session_id: string }

/** What a handler of a public call gets besides the outside world. */
export type GuestContext = Context & {
  request_id: string
  language: Language
  ip: string
  /** The operating system of the client, as far as it tells. */
  device: Device | null
  /** Checked launch data; present exactly on calls with access `launch`. */
  launch: (LaunchData & { raw: string }) | null
  /** Parameters of a provider call exactly as they came; repeated ones as lists. */
  raw: Record<string, unknown>
  /** For calls that answer with a file: which part of it is asked for. */
  asked: FileRequest
  issueToken: (session: { user_id: number; session_id: string }) => Promise<Token>
  issueTicket: (place: Ticket) => Promise<{ token: string; expires_at: string }>
  /** Aborts when the client has left before its answer. */
  gone: () => AbortSignal
}

/** How the request ids of the bot's updates begin. */
export const updatePrefix = 'update-'

/** The context of an act by a person, whether it came by HTTP, by the bot or from a worker. */
export type ActorContext = Context & {
  viewer: Pick<Viewer, 'id'>
  /** The message of the bot whose button was pressed: the bot draws that one anew itself. */
  pressed_message_id?: number
}

export type UserContext = GuestContext & {
  viewer: Viewer
  /** The same call may have run before, and nobody knows how far it came. */
  is_repeat?: boolean
}
