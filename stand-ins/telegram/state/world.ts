import type { KeyObject } from 'node:crypto'
import type { Limits } from '../bot-api/limits.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { WorldData } from './data.ts'
import type { GuideStep, PersonInput, Sender } from './types.ts'

export interface WorldOptions {
  token: string
  username: string
  bot_name: string
  people: PersonInput[]
  moderators_chat_id: number
  ops_chat_id: number
  /** Steps of the guide for a new visitor. */
  guide: GuideStep[]
}

/** A call of the bot, recorded for tests and the log. */
export interface RecordedCall {
  at: number
  method: string
  params: Record<string, unknown>
  ok: boolean
  error_code?: number
  description?: string
  result?: unknown
}

/** An injected fault of the Bot API. control.ts explains the fields. */
export interface Fault {
  id: number
  method: string
  match?: string
  skip: number
  times: number
  error_code?: number
  description?: string
  retry_after?: number
  delay_ms: number
  /** Moment at which the connection is cut. `middle`: the call is executed, and only half of the response is sent. */
  drop?: 'before' | 'after' | 'middle'
  execute: boolean
}

/** A query waiting for the bot's answer: button press, checkout or inline query. */
export interface PendingQuery {
  kind: 'callback' | 'pre_checkout' | 'inline' | 'web_app'
  user_id: number
  asked_at: number
  answer?: Record<string, unknown>
  resolve: (answer: Record<string, unknown>) => void
}

export interface World {
  options: WorldOptions
  bot: Sender
  data: WorldData
  clock: Clock
  bus: Bus
  limits: Limits
  calls: RecordedCall[]
  faults: Fault[]
  pending: Map<string, PendingQuery>
  /** Presses of callback buttons, by query id, whether answered or not. */
  presses: Map<string, { user_id: number; chat_id: number; asked_at: number }>
  /** Key that signs the third-party `signature` of launch data. */
  signing_key: KeyObject
  /**
   * Settings of the stand-in. With `privacy` on (the default of Telegram), the bot sees only commands, replies and
   * mentions in groups.
   */
  settings: { privacy: boolean; strict_urls: boolean; callback_ttl_ms: number; paid_event_first: boolean }
}

export const defaultSettings = {
  privacy: true,
  strict_urls: false,
  callback_ttl_ms: 15_000,
  paid_event_first: false,
}

/**
 * Returns the next sequence number for query ids, files and slugs. The numbers are unique and the same in every run.
 */
export function nextSerial(world: World): number {
  return world.data.next_serial++
}
