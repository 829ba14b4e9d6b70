import type { Generated } from 'kysely'
import type { DeliveryState } from '#contract/lifecycle.ts'
import type { Json, Time, Uuid } from './columns.ts'
import type { DeliveryLane } from './states.ts'

/** Events; ids only, consumers read the current state. */
export interface Events {
  id: Uuid
  topic: string
  payload: Json<Record<string, unknown>>
  /** Traces a message back to the request that caused it. */
  request_id: string | null
  created_at: Time
}

/** One per event and consumer; stays until the consumer has committed. */
export interface EventTasks {
  event_id: string
  consumer: string
  /** Hand-overs to the queue so far. */
  attempt: Generated<number>
  /** Earliest run; never changes. */
  due_at: Time
  /** Next hand-over. */
  next_at: Time
  done_at: Time | null
  dead_at: Time | null
  last_error: string | null
}

/** A message for Telegram. */
export interface Deliveries {
  id: Uuid
  user_id: number | null
  /** A group chat, or the chat where the message was sent. */
  chat_id: number | null
  /** Kind of message: a key of the texts. */
  kind: string
  lane: DeliveryLane
  /** Order in the queue of a group chat; 0 goes first. */
  priority: Generated<number>
  /** Unique: the same event notifies the same person once. */
  dedupe_key: string
  /** Ids and parameters of the text, no rendered text. */
  payload: Json<Record<string, unknown>>
  state: Generated<DeliveryState>
  attempts: Generated<number>
  next_at: Time
  /** The digest that contains this message. */
  digest_id: string | null
  /** Set exactly while sending. */
  lease_until: Time | null
  message_id: number | null
  sent_at: Time | null
  error: string | null
  request_id: string | null
  created_at: Time
}

/** Updates received from Telegram, stored before they are handled. Numbers are per bot. */
export interface BotUpdates {
  bot_id: number
  update_id: number
  payload: Json<Record<string, unknown>>
  attempts: Generated<number>
  error: string | null
  received_at: Time
  done_at: Time | null
}

/**
 * Updates of the previous release, which may run beside this one during an upgrade; a later release drops the table.
 */
export interface TelegramUpdates {
  update_id: number
  payload: Json<Record<string, unknown>>
  attempts: Generated<number>
  error: string | null
  received_at: Time
  done_at: Time | null
}

export interface IdempotencyKeys {
  user_id: number
  /** Method and path of the call. */
  call: string
  key: string
  body_hash: string
  /** Null while the first call is still running. */
  reply: Json<unknown> | null
  created_at: Time
}

/** One row in an installation with invented people: `db/demo-mark.ts`. */
export interface DemoMark {
  singleton: Generated<boolean>
  /** Some of them are staff, as beside the stand-ins. */
  staff: boolean
  set_at: Generated<Time>
}

/** Time of the last backup work of each kind. */
export interface BackupMarks {
  work: 'base' | 'log' | 'drill'
  done_at: Time
  detail: Json<Record<string, unknown>>
}
