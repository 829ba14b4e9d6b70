import type { Generated } from 'kysely'
import type { DeliveryState } from '#contract/lifecycle.ts'
import type { Json, Time, Uuid } from './columns.ts'
import type { DeliveryLane } from './states.ts'

/** Events. An event contains ids only, because consumers read the current state from the other tables. */
export interface Events {
  id: Uuid
  topic: string
  payload: Json<Record<string, unknown>>
  /** Id of the request that caused the event. */
  request_id: string | null
  created_at: Time
}

/** Tasks: one per event and consumer. A task stays unfinished until its consumer has committed the task's effect. */
export interface EventTasks {
  event_id: string
  consumer: string
  /** Number of times that the task was handed over to the queue. */
  attempt: Generated<number>
  /** Time before which the task is not handled; never changes. */
  due_at: Time
  /** Time of the next hand-over to the queue. */
  next_at: Time
  done_at: Time | null
  dead_at: Time | null
  last_error: string | null
}

/** A message for Telegram. */
export interface Deliveries {
  id: Uuid
  user_id: number | null
  /** Telegram's id of a group chat, or of the chat to which the message was sent. */
  chat_id: number | null
  /** Kind of the message, which is a key of the texts. */
  kind: string
  lane: DeliveryLane
  /** Place of the message in the queue of a group chat; 0 is sent first. */
  priority: Generated<number>
  /** Unique key of the message, which keeps the same event from notifying the same person twice. */
  dedupe_key: string
  /** Ids and parameters from which the text is composed on sending. */
  payload: Json<Record<string, unknown>>
  state: Generated<DeliveryState>
  attempts: Generated<number>
  next_at: Time
  /** Digest in which the message is listed. */
  digest_id: string | null
  /** Time until which the sending process has claimed the message; set only while the message is being sent. */
  lease_until: Time | null
  message_id: number | null
  sent_at: Time | null
  error: string | null
  request_id: string | null
  created_at: Time
}

/** Updates received from Telegram, stored before they are handled. Each bot numbers its updates separately. */
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
 * Updates from Telegram as the previous release stores them. The previous release may still run during an upgrade. A
 * later release drops the table.
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
  /** Method and path of the call that was made with the idempotency key. */
  call: string
  key: string
  body_hash: string
  /** Reply of the first call with the key; null while that call is running. */
  reply: Json<unknown> | null
  created_at: Time
}

/** Mark of an installation with invented people, see `db/demo-mark.ts`. In a real installation the table is empty. */
export interface DemoMark {
  singleton: Generated<boolean>
  /** True if demo people have roles in the staff, as in a demo with the stand-ins of Telegram and Robokassa. */
  staff: boolean
  set_at: Generated<Time>
}

/** Time when each kind of backup work was last done. */
export interface BackupMarks {
  work: 'base' | 'log' | 'drill'
  done_at: Time
  detail: Json<Record<string, unknown>>
}
