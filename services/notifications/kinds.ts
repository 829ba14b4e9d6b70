import type { Api } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { NotificationKind, notifications } from '#contract/notifications.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A listing for a freelancer, with the reason of the match. */
export type OrderNews = {
  listing_id: number
  why: 'category' | 'skills' | 'search'
  search_id?: number
}

/** A response that ended, and ids of similar open listings. */
type EndPayload = { response_id: number; similar?: number[] }

/** Figures that should be zero. A message alerts the operators otherwise. */
export type Alarm = 'payments' | 'ledger' | 'loops' | 'dead_tasks' | 'backups' | 'outbox'

export type DeliveryKind = NotificationKind

/**
 * Part of a support message that a delivery contains. A caption is shorter than a text, so long words follow
 * a file separately.
 */
export type SupportPart = 'all' | 'media' | 'words'
/** State of a person's message to support. `late`: not delivered yet. */
export type SupportMessageState = 'passed' | 'added' | 'late' | 'failed'
export type SupportNews = 'taken' | 'closed_staff' | 'closed_silence'

type OwnPayloads = {
  new_order: OrderNews
  hot_order: OrderNews
  /** Redraws a sent message about an order. */
  order_drawn: { listing_id: number; user_id: number; message_id: number }
  /** `listing_id` is listed in the daily digest. */
  invitation: { invitation_id: number; listing_id: number }
  invitation_drawn: { invitation_id: number; message_id: number }
  digest: { digest_id: string; hourly?: true }
  /** The applied revision, and the response whose sender is notified. */
  listing_changed: { revision_id: number; response_id: number }
  /** `step_id`: the hand-in or return that the message is about. */
  work_handed_in: { listing_id: number; step_id?: number }
  work_returned: { listing_id: number; step_id?: number }
  /** Id of the delivery that is redrawn. */
  deal_drawn: { delivery_id: string }
  /** `open`: id of the response that is unfolded in the message. */
  new_response: { response_id: number; open?: number }
  /**
   * `message_id`: the reminder that contains the response; without it, the message that announced the
   * response.
   */
  response_drawn: { response_id: number; message_id?: number }
  /**
   * `hours`: wait of the oldest response. `total`: number of waiting responses. `response_ids`: the first of
   * them, which are listed.
   */
  responses_waiting: {
    listing_id: number
    response_ids: number[]
    total: number
    hours: number
    open?: number
  }
  response_passed: EndPayload
  response_declined: EndPayload
  response_released: EndPayload
  moderation_reminder: { task_ids: number[] }
  /** `message_id`: id in the author's own chat. */
  moderation_evidence: { listing_id: number; author_id: number; media: Media; message_id?: number }
  moderation_file: { task_id: number; file_id: number }
  /** `message_id`: the first question, if the card contains it. */
  support_card: { case_id: number; message_id: number | null }
  support_question: { case_id: number; message_id: number; part: SupportPart; is_new: boolean }
  support_note: { case_id: number; message_id: number | null; about: 'delivered' | 'undelivered' | 'waiting' }
  support_told: { case_id: number; message_id: number; about: SupportMessageState }
  support_answer: { case_id: number; message_id: number; part: SupportPart }
  support_news: { case_id: number; about: SupportNews }
  file_copy: { file_id: number }
  client_error: { event_id: string }
  /** `figure` 0 means that the alarm has ended. Deliveries queued by earlier releases have no `since`. */
  operations_alarm: { alarm: Alarm; figure: number; since?: string }
  payment_case: { case_id: number }
  /** Day in Moscow time, such as 2026-11-22. */
  money_report: { day: string }
  /** `update`: kind of the Telegram update, such as `message`. */
  update_given_up: { update_id: number; update: string }
  staff_chat: { chat_id: number; about: 'moved' | 'silent' | 'heard' }
  restore_drill: Record<'seconds' | 'lost_seconds' | 'listings' | 'payments', number> & { is_sound: boolean }
}
type IdNames = {
  [K in DeliveryKind]: (typeof notifications)[K] extends { about: infer A extends string } ? A : never
}

/** Parameters of each message. They hold ids only, so that a late message is composed from current data. */
export type DeliveryPayloads = {
  [K in DeliveryKind]: K extends keyof OwnPayloads ? OwnPayloads[K] : { [Id in `${IdNames[K]}_id`]: number }
}
/**
 * Kinds composed in services/moderation, among them the rejection with its appeal button, and messages about
 * edits.
 */
export type ModerationKind = Extract<
  DeliveryKind,
  | `moderation_${string}`
  | 'listing_rejected'
  | 'payment_confirmed'
  | 'revision_approved'
  | 'revision_rejected'
>
export type SupportKind = Extract<DeliveryKind, `support_${string}`>
/** Key of a text `message.why.<key>`, and its parameters. */
export type Why = { key: string; parameters?: Record<string, string> }

export type Recipient = {
  chat_id: number
  /** Null in group chats. */
  user_id?: number | null
  language: Language
  /** Only private chats have buttons that open the mini-app directly. */
  is_private: boolean
  /** Time zone for dates; the product's default if absent. */
  time_zone?: string | null
}

/** One of the Bot API's free message effects. */
export type Effect = '🎉'

/** A file that somebody sent to the bot, by Telegram's file id. */
export type Media = { type: 'photo' | 'document'; file_id: string }
/** A file from the product's own storage. */
export type StoredMedia = { type: Media['type']; storage_key: string; name: string }

export type Outgoing = {
  /** Bot API HTML. */
  text: string
  keyboard?: InlineKeyboardButton[][]
  /** Photo or document; `text` becomes its caption and may be empty. */
  media?: Media | StoredMedia
  /** Reason of this message, for a kind that has several reasons. */
  why?: Why
  /** Animation in a private chat. Clients without effects show the plain message. */
  effect?: Effect
  /** Message to edit instead of sending a new one. */
  edit_message_id?: number
  /** Sent instead if the message to edit no longer exists. */
  instead?: Outgoing
  /** Topic of the group that the message goes to. */
  topic_id?: number | undefined
  /** Message in the same chat that this one replies to. */
  reply_to_message_id?: number
}

export type MessageKind<K extends DeliveryKind> = {
  /** Creates preconditions in Telegram before sending, such as a topic. May run more than once. */
  prepare?(ctx: Context, api: Api, payload: DeliveryPayloads[K], reader: Recipient): Promise<void>
  /** Composes the message from current data. Returns null if it is outdated. May run more than once. */
  compose(ctx: Context, payload: DeliveryPayloads[K], reader: Recipient): Promise<Outgoing | null>
  /** Runs in the transaction that marks the message as sent. */
  sent?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K], place: SentMessage, said: SentText): Promise<void>
  /**
   * Handles a permanent refusal of Telegram.
   * @returns true if its cause was removed, to send again
   */
  refused?(ctx: Context, payload: DeliveryPayloads[K], description: string): Promise<boolean>
  /** Runs in the transaction that gives the message up. It does not run for outdated messages. */
  lost?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K]): Promise<void>
}

/** Text that was sent, and its language. */
export type SentText = Pick<Outgoing, 'text'> & Pick<Recipient, 'language'>

export type SentMessage = { chat_id: number; message_id: number }

export type MessageKinds = { [K in DeliveryKind]: MessageKind<K> }
