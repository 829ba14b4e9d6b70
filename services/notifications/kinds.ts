import type { Api } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { NotificationKind, notifications } from '#contract/notifications.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A listing of which a freelancer is notified, and the reason why the listing fits. */
export type OrderNews = {
  listing_id: number
  why: 'category' | 'skills' | 'search'
  search_id?: number
}

/** Payload of a message that a response has ended. `similar` are ids of similar open listings. */
type EndPayload = { response_id: number; similar?: number[] }

/**
 * Names of alarms. Each alarm has a figure that should be zero. While the figure is not zero, messages alert the
 * operators.
 */
export type Alarm =
  | 'payments'
  | 'ledger'
  | 'loops'
  | 'dead_tasks'
  | 'backups'
  | 'outbox'
  | 'redis_away'
  | 'redis_memory'
  | 'provider'
  | 'files'
  | DirectAlarm

/** Alarms that no delivery can bring, because Postgres takes none. */
export type DirectAlarm = 'postgres_away' | 'postgres_room'

export type DeliveryKind = NotificationKind

/**
 * Part of a support message that one delivery contains. `all`: file and text together. A text that is too long for the
 * caption of its file is sent separately, as `words` after `media`.
 */
export type SupportPart = 'all' | 'media' | 'words'
/**
 * State of a person's message to support, of which the person is notified. `late`: the message is not delivered to the
 * operators yet.
 */
export type SupportMessageState = 'passed' | 'added' | 'late' | 'failed'
export type SupportNews = 'taken' | 'closed_staff' | 'closed_silence'

/** Acceptance of the work on a listing, and the kind of message that tells it. */
export type AcceptanceNews = { kind: 'listing_completed' | 'work_accepted'; listing_id: number }

type OwnPayloads = {
  new_order: OrderNews
  hot_order: OrderNews
  /**
   * Redraws a sent message about an order. `reopened` is true if the sent message says that the listing is closed,
   * which is no longer true.
   */
  order_drawn: { listing_id: number; user_id: number; message_id: number; reopened?: true }
  /** Ids of an invitation to respond and of its listing. A daily digest lists the listing. */
  invitation: { invitation_id: number; listing_id: number }
  /** Redraws a sent message with an invitation. */
  invitation_drawn: { invitation_id: number; message_id: number }
  /** Redraws a sent message about a request for a service. */
  service_drawn: { listing_id: number; message_id: number }
  digest: { digest_id: string; hourly?: true }
  /** Ids of an approved edit, and of a response to the edited listing whose sender is notified. */
  listing_changed: { revision_id: number; response_id: number }
  /** `step_id`: id of the hand-in or return that the message is about. */
  work_handed_in: { listing_id: number; step_id?: number }
  work_returned: { listing_id: number; step_id?: number }
  /**
   * Id of the sent message about a deal that is redrawn. `news` is sent as a new message if the sent one can no longer
   * be edited.
   */
  deal_drawn: { delivery_id: string; news?: AcceptanceNews }
  /** `open`: id of the response that is shown in full in the message to the author. */
  new_response: { response_id: number; open?: number }
  /**
   * `message_id`: id of a reminder to the author that contains the response, which is redrawn. If absent, the message
   * that announced the response is redrawn.
   */
  response_drawn: { response_id: number; message_id?: number }
  /**
   * Reminder to the author of unanswered responses. `hours`: waiting time of the oldest response. `total`: number of
   * unanswered responses. `response_ids`: ids of the responses that the reminder lists.
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
  /** `message_id`: id of the Telegram message that the author sent to the bot. */
  moderation_evidence: { listing_id: number; author_id: number; media: Media; message_id?: number }
  moderation_file: { task_id: number; file_id: number }
  /** `message_id`: id of the first question of a support case, if the card contains that question. */
  support_card: { case_id: number; message_id: number | null }
  support_question: { case_id: number; message_id: number; part: SupportPart; is_new: boolean }
  support_note: { case_id: number; message_id: number | null; about: 'delivered' | 'undelivered' | 'waiting' }
  support_told: { case_id: number; message_id: number; about: SupportMessageState }
  support_answer: { case_id: number; message_id: number; part: SupportPart }
  support_news: { case_id: number; about: SupportNews }
  file_copy: { file_id: number }
  client_error: { event_id: string }
  /** `figure` is 0 in the message that an alarm has ended. Messages queued by earlier releases have no `since`. */
  operations_alarm: { alarm: Alarm; figure: number; since?: string }
  payment_case: { case_id: number }
  /** `day`: date in Moscow, such as 2026-11-22. */
  money_report: { day: string }
  /** `update`: kind of the Telegram update that could not be handled, such as `message`. */
  update_given_up: { update_id: number; update: string }
  staff_chat: { chat_id: number; about: 'moved' | 'silent' | 'heard' }
  /** `listing_id` is set for news of a single post. */
  channel_news: {
    channel_id: number
    about: 'lost' | 'found' | 'narrowed' | 'unknown' | 'stuck' | 'refused'
    listing_id?: number
  }
  /** Messages queued by earlier releases have no `is_opened`: they opened what they checked. */
  restore_drill: Record<'seconds' | 'lost_seconds' | 'listings' | 'payments', number> & {
    is_sound: boolean
    is_opened?: boolean
  }
}
type IdNames = {
  [K in DeliveryKind]: (typeof notifications)[K] extends { about: infer A extends string } ? A : never
}

/** Payload of each kind of message. It holds only ids, so that a message sent late is composed from current data. */
export type DeliveryPayloads = {
  [K in DeliveryKind]: K extends keyof OwnPayloads ? OwnPayloads[K] : { [Id in `${IdNames[K]}_id`]: number }
}
/**
 * Kinds of messages that services/moderation composes. They include the message about a rejection, which has a button
 * to appeal, and messages about edits.
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
/** Key of the text `message.why.<key>` that tells why the reader got a message, with the parameters of that text. */
export type Why = { key: string; parameters?: Record<string, string> }

export type Recipient = {
  chat_id: number
  /** Id of the person who reads the message; null in a group chat. */
  user_id?: number | null
  language: Language
  /** True if the chat is a private one. Only in a private chat can a button open the mini-app directly. */
  is_private: boolean
  /** Time zone of the dates in the message. If absent, the product's time zone is used. */
  time_zone?: string | null
}

/** Emoji of the animated message effects that the Bot API offers free of charge. */
export type Effect = '🎉'

/** A file that somebody sent to the bot, by Telegram's file id. */
export type Media = { type: 'photo' | 'document'; file_id: string }
/** A file from the product's own storage. */
export type StoredMedia = { type: Media['type']; storage_key: string; name: string }

export type Outgoing = {
  /** Text of the message, as HTML of the Bot API. */
  text: string
  keyboard?: InlineKeyboardButton[][]
  /** Photo or document of the message. The text of the message becomes its caption, and may then be empty. */
  media?: Media | StoredMedia
  /** Reason why the reader gets this message, for a kind of message with several possible reasons. */
  why?: Why
  /**
   * Animated effect of the message, only in private chats. Telegram clients that do not support effects show the
   * message without it.
   */
  effect?: Effect
  /** Id of the sent message to edit. If absent, a new message is sent. */
  edit_message_id?: number
  /** Message that is sent instead if the message to edit no longer exists. */
  instead?: Outgoing
  /** Id of the group's topic in which the message is sent. */
  topic_id?: number | undefined
  /** Id of the message in the same chat to which this message replies. */
  reply_to_message_id?: number
}

export type MessageKind<K extends DeliveryKind> = {
  /**
   * Creates what the message needs in Telegram before it is sent, such as a topic of a group. May be called more than
   * once for a message.
   */
  prepare?(ctx: Context, api: Api, payload: DeliveryPayloads[K], reader: Recipient): Promise<void>
  /**
   * Composes the message from current data. Returns null if the message is outdated. May be called more than once for a
   * message.
   */
  compose(ctx: Context, payload: DeliveryPayloads[K], reader: Recipient): Promise<Outgoing | null>
  /** Called in the transaction that marks the message as sent. */
  sent?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K], place: SentMessage, said: SentText): Promise<void>
  /**
   * Called when Telegram refuses the message permanently.
   * @returns true if the function removed the cause, so that the message can be sent again
   */
  refused?(ctx: Context, payload: DeliveryPayloads[K], description: string): Promise<boolean>
  /** Called in the transaction that gives up sending the message. It is not called for an outdated message. */
  lost?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K]): Promise<void>
}

/** Text and buttons of a message that was sent, and its language. */
export type SentText = Pick<Outgoing, 'text' | 'keyboard'> & Pick<Recipient, 'language'>

export type SentMessage = { chat_id: number; message_id: number }

export type MessageKinds = { [K in DeliveryKind]: MessageKind<K> }
