import type { Generated } from 'kysely'
import type { DeliveryState } from '#contract/lifecycle.ts'
import type { Json, Time, Uuid } from './columns.ts'
import type { DeliveryLane } from './states.ts'

/** Facts; ids only, a late reader loads today's truth. */
export interface Events {
  id: Uuid
  topic: string
  payload: Json<Record<string, unknown>>
  /** Traces a message back to the tap that caused it. */
  request_id: string | null
  created_at: Time
}

/** One per event and consumer; lives until the consumer has committed. */
export interface EventTasks {
  event_id: string
  consumer: string
  /** Hand-overs to the queue so far. */
  attempt: Generated<number>
  /** First moment it may run; never moves. */
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
  /** A chat that is no user's, or where the message went. */
  chat_id: number | null
  /** What it says: a key of the texts. */
  kind: string
  lane: DeliveryLane
  /** Place in the line of one chat that is no person's; 0 goes first. */
  priority: Generated<number>
  /** Unique: the same fact tells the same person once. */
  dedupe_key: string
  /** Ids and parameters of the text, no finished words. */
  payload: Json<Record<string, unknown>>
  state: Generated<DeliveryState>
  attempts: Generated<number>
  next_at: Time
  /** The message that tells of this one among others. */
  digest_id: string | null
  /** Set exactly while sending. */
  lease_until: Time | null
  message_id: number | null
  sent_at: Time | null
  error: string | null
  request_id: string | null
  created_at: Time
}

/** Updates that Telegram told a bot, stored before they are answered. Each bot has numbers of its own. */
export interface BotUpdates {
  bot_id: number
  update_id: number
  payload: Json<Record<string, unknown>>
  attempts: Generated<number>
  error: string | null
  received_at: Time
  done_at: Time | null
}

/** Updates of the release before, which runs beside this one during an upgrade; a later release drops the table. */
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
  /** Method and path of the contract. */
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
  /** Some of them have a role, as beside the stand-ins. */
  staff: boolean
  set_at: Generated<Time>
}

/** When the process of backups did a work last. */
export interface BackupMarks {
  work: 'base' | 'log' | 'drill'
  done_at: Time
  detail: Json<Record<string, unknown>>
}
