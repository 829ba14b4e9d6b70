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
  /** What a newcomer is led through. */
  guide: GuideStep[]
}

/** One call of the bot, kept for tests and for the event log. */
export interface RecordedCall {
  at: number
  method: string
  params: Record<string, unknown>
  ok: boolean
  error_code?: number
  description?: string
  result?: unknown
}

/** An order to misbehave; see control.ts for the meaning of each field. */
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
  /** `middle`: it is carried out, and half of the answer comes before the connection is cut. */
  drop?: 'before' | 'after' | 'middle'
  execute: boolean
}

/** A question to the bot that waits for its answer: a button press, a checkout, an inline query. */
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
  /** Presses of buttons, answered or not, by the id of their query. */
  presses: Map<string, { user_id: number; chat_id: number; asked_at: number }>
  /** Signs the third-party `signature` of launch data. */
  signing_key: KeyObject
  /** With privacy on, the bot sees only commands, replies to it and mentions in groups, as by default in life. */
  settings: { privacy: boolean; strict_urls: boolean; callback_ttl_ms: number; paid_event_first: boolean }
}

export const defaultSettings = {
  privacy: true,
  strict_urls: false,
  callback_ttl_ms: 15_000,
  paid_event_first: false,
}

/** A number for names of queries, files and slugs: unique and the same in every run. */
export function serial(world: World): number {
  return world.data.next_serial++
}
