import type { Api } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { NotificationKind, notifications } from '#contract/notifications.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A listing that a freelancer is notified of, with the reason why it fits. */
export type OrderNews = {
  listing_id: number
  why: 'category' | 'skills' | 'search'
  search_id?: number
}

/** Payload of a message about a response that ended, with ids of similar open listings. */
type EndPayload = { response_id: number; similar?: number[] }

/** Figures that should be zero. While one is not, a message alerts the operators. */
export type Alarm = 'payments' | 'ledger' | 'loops' | 'dead_tasks' | 'backups' | 'outbox'

export type DeliveryKind = NotificationKind

/**
 * Part of a support message that one delivery contains. A caption is shorter than a text, so a long text follows its
 * file in a delivery of its own.
 */
export type SupportPart = 'all' | 'media' | 'words'
/** State of a person's message to support, as the person is told. `late`: not delivered to the operators yet. */
export type SupportMessageState = 'passed' | 'added' | 'late' | 'failed'
export type SupportNews = 'taken' | 'closed_staff' | 'closed_silence'

type OwnPayloads = {
  new_order: OrderNews
  hot_order: OrderNews
  /** Redraws a sent message about an order. `reopened`: the message said that the listing was closed. */
  order_drawn: { listing_id: number; user_id: number; message_id: number; reopened?: true }
  /** Ids of an invitation and of its listing, which the daily digest lists. */
  invitation: { invitation_id: number; listing_id: number }
  /** Redraws a sent invitation. */
  invitation_drawn: { invitation_id: number; message_id: number }
  digest: { digest_id: string; hourly?: true }
  /** Ids of the edit that was applied, and of the response whose sender is notified. */
  listing_changed: { revision_id: number; response_id: number }
  /** `step_id`: the hand-in or return that the message is about. */
  work_handed_in: { listing_id: number; step_id?: number }
  work_returned: { listing_id: number; step_id?: number }
  /** Id of the message that is redrawn. */
  deal_drawn: { delivery_id: string }
  /** `open`: id of the response that the message shows in full. */
  new_response: { response_id: number; open?: number }
  /**
   * `message_id`: id of a reminder that contains the response. Without it, the message that announced the response is
   * redrawn.
   */
  response_drawn: { response_id: number; message_id?: number }
  /**
   * `hours`: wait of the oldest response. `total`: number of responses that wait. `response_ids`: ids of those that the
   * reminder lists.
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
  /** `message_id`: id of the author's message in the author's chat with the bot. */
  moderation_evidence: { listing_id: number; author_id: number; media: Media; message_id?: number }
  moderation_file: { task_id: number; file_id: number }
  /** `message_id`: id of the first question, if the card contains it. */
  support_card: { case_id: number; message_id: number | null }
  support_question: { case_id: number; message_id: number; part: SupportPart; is_new: boolean }
  support_note: { case_id: number; message_id: number | null; about: 'delivered' | 'undelivered' | 'waiting' }
  support_told: { case_id: number; message_id: number; about: SupportMessageState }
  support_answer: { case_id: number; message_id: number; part: SupportPart }
  support_news: { case_id: number; about: SupportNews }
  file_copy: { file_id: number }
  client_error: { event_id: string }
  /** `figure` 0 tells that the alarm has ended. Messages queued by earlier releases have no `since`. */
  operations_alarm: { alarm: Alarm; figure: number; since?: string }
  payment_case: { case_id: number }
  /** Date in Moscow, such as 2026-11-22. */
  money_report: { day: string }
  /** `update`: kind of the Telegram update, such as `message`. */
  update_given_up: { update_id: number; update: string }
  staff_chat: { chat_id: number; about: 'moved' | 'silent' | 'heard' }
  restore_drill: Record<'seconds' | 'lost_seconds' | 'listings' | 'payments', number> & { is_sound: boolean }
}
type IdNames = {
  [K in DeliveryKind]: (typeof notifications)[K] extends { about: infer A extends string } ? A : never
}

/** Payload of each kind of message. It holds only ids, so that a message sent late is composed from current data. */
export type DeliveryPayloads = {
  [K in DeliveryKind]: K extends keyof OwnPayloads ? OwnPayloads[K] : { [Id in `${IdNames[K]}_id`]: number }
}
/**
 * Kinds of messages that services/moderation composes, among them the rejection with its appeal button, and messages
 * about edits.
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
/** Key of the text `message.why.<key>` that explains a message, with its parameters. */
export type Why = { key: string; parameters?: Record<string, string> }

export type Recipient = {
  chat_id: number
  /** Id of the reader; null in a group chat. */
  user_id?: number | null
  language: Language
  /** True for a private chat. Only private chats have buttons that open the mini-app directly. */
  is_private: boolean
  /** Time zone in which dates are written; if absent, the product's. */
  time_zone?: string | null
}

/** Emoji of an animated effect that the Bot API offers free of charge. */
export type Effect = '🎉'

/** A file that somebody sent to the bot, by Telegram's file id. */
export type Media = { type: 'photo' | 'document'; file_id: string }
/** A file from the product's own storage. */
export type StoredMedia = { type: Media['type']; storage_key: string; name: string }

export type Outgoing = {
  /** Text of the message, as HTML of the Bot API. */
  text: string
  keyboard?: InlineKeyboardButton[][]
  /** Photo or document of the message. The text becomes its caption and may be empty. */
  media?: Media | StoredMedia
  /** Reason for which this message is sent, if its kind has several reasons. */
  why?: Why
  /** Animated effect of the message in a private chat. Telegram clients without effects show the plain message. */
  effect?: Effect
  /** Id of a message that is edited instead of sending a new one. */
  edit_message_id?: number
  /** Message that is sent instead if the message to edit no longer exists. */
  instead?: Outgoing
  /** Id of the group's topic in which the message is sent. */
  topic_id?: number | undefined
  /** Id of the message in the same chat to which this message replies. */
  reply_to_message_id?: number
}

export type MessageKind<K extends DeliveryKind> = {
  /** Creates what the message needs in Telegram before it is sent, such as a topic. May run more than once. */
  prepare?(ctx: Context, api: Api, payload: DeliveryPayloads[K], reader: Recipient): Promise<void>
  /** Composes the message from current data; returns null if it is outdated. May run more than once. */
  compose(ctx: Context, payload: DeliveryPayloads[K], reader: Recipient): Promise<Outgoing | null>
  /** Called in the transaction that marks the message as sent. */
  sent?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K], place: SentMessage, said: SentText): Promise<void>
  /**
   * Handles the case that Telegram refuses the message for good.
   * @returns true if the cause was removed, so that the message can be sent again
   */
  refused?(ctx: Context, payload: DeliveryPayloads[K], description: string): Promise<boolean>
  /** Called in the transaction that gives the message up. It is not called for an outdated message. */
  lost?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K]): Promise<void>
}

/** Text of a message that was sent, and its language. */
export type SentText = Pick<Outgoing, 'text'> & Pick<Recipient, 'language'>

export type SentMessage = { chat_id: number; message_id: number }

export type MessageKinds = { [K in DeliveryKind]: MessageKind<K> }
