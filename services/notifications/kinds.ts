import type { Api } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Language } from '#contract/languages.ts'
import type { NotificationKind, notifications } from '#contract/notifications.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A listing for somebody who looks for work, and what of theirs it matches. */
export type OrderNews = {
  listing_id: number
  why: 'category' | 'skills' | 'search'
  search_id?: number
}

/** A response that ended, and open listings that are proposed instead. */
type EndNews = { response_id: number; similar?: number[] }

/** Figures that must be zero; a message tells the operators of one that is not. */
export type Alarm = 'payments' | 'ledger' | 'loops' | 'dead_tasks' | 'backups' | 'outbox'

export type DeliveryKind = NotificationKind

/** What of a message a delivery brings: a photo or document takes few words. */
export type SupportPart = 'all' | 'media' | 'words'
/** What became of a person's message to the support; `late`: it is still on its way. */
export type SupportTold = 'passed' | 'added' | 'late' | 'failed'
export type SupportNews = 'taken' | 'closed_staff' | 'closed_silence'

type OwnPayloads = {
  new_order: OrderNews
  hot_order: OrderNews
  /** The message about an order that has to show something else. */
  order_drawn: { listing_id: number; user_id: number; message_id: number }
  /** `listing_id`: what the day's digest lists. */
  invitation: { invitation_id: number; listing_id: number }
  invitation_drawn: { invitation_id: number; message_id: number }
  digest: { digest_id: string; hourly?: true }
  /** The edit that became true, and the response of whom it tells. */
  listing_changed: { revision_id: number; response_id: number }
  /** `step_id`: the hand-in or return that it tells of. */
  work_handed_in: { listing_id: number; step_id?: number }
  work_returned: { listing_id: number; step_id?: number }
  /** The message that is drawn anew. */
  deal_drawn: { delivery_id: string }
  /** `open`: which response of the message its reader has opened. */
  new_response: { response_id: number; open?: number }
  /** `message_id`: a reminder in which the response stands; the message that told of it when absent. */
  response_drawn: { response_id: number; message_id?: number }
  /** `hours` that the oldest has waited, `total` of those that wait; the first of them are listed. */
  responses_waiting: {
    listing_id: number
    response_ids: number[]
    total: number
    hours: number
    open?: number
  }
  response_passed: EndNews
  response_declined: EndNews
  response_released: EndNews
  moderation_reminder: { task_ids: number[] }
  /** `message_id`: of the author's own chat. */
  moderation_evidence: { listing_id: number; author_id: number; media: Media; message_id?: number }
  moderation_file: { task_id: number; file_id: number }
  /** `message_id`: the first question, when the card brings it. */
  support_card: { case_id: number; message_id: number | null }
  support_question: { case_id: number; message_id: number; part: SupportPart; is_new: boolean }
  support_note: { case_id: number; message_id: number | null; about: 'delivered' | 'undelivered' | 'waiting' }
  support_told: { case_id: number; message_id: number; about: SupportTold }
  support_answer: { case_id: number; message_id: number; part: SupportPart }
  support_news: { case_id: number; about: SupportNews }
  file_copy: { file_id: number }
  client_error: { event_id: string }
  /** `figure` 0: it is over. Messages of a release before name no `since`. */
  operations_alarm: { alarm: Alarm; figure: number; since?: string }
  payment_case: { case_id: number }
  /** The day in Moscow, such as 2026-11-22. */
  money_report: { day: string }
  /** `update`: what kind of update of Telegram it was, such as `message`. */
  update_given_up: { update_id: number; update: string }
  staff_chat: { chat_id: number; about: 'moved' | 'silent' | 'heard' }
  restore_drill: Record<'seconds' | 'lost_seconds' | 'listings' | 'payments', number> & { is_sound: boolean }
}
type About = {
  [K in DeliveryKind]: (typeof notifications)[K] extends { about: infer A extends string } ? A : never
}

/** The parameters of each message: ids only, a late reader loads today's truth. */
export type DeliveryPayloads = {
  [K in DeliveryKind]: K extends keyof OwnPayloads ? OwnPayloads[K] : { [Id in `${About[K]}_id`]: number }
}
/** Kinds whose texts are composed in services/moderation, among them the rejection with its button for an appeal and
 * what is told of edits. */
export type ModerationKind = Extract<
  DeliveryKind,
  `moderation_${string}` | 'listing_rejected' | 'payment_confirmed' | 'revision_approved' | 'listing_changed'
>
/** Kinds composed above this folder: by moderation, the support, the administration, the payments' register and operations. */
export type StaffKind =
  | ModerationKind
  | SupportKind
  | 'staff_confirmation'
  | 'money_report'
  | 'payment_case'
  | 'staff_chat'
export type SupportKind = Extract<DeliveryKind, `support_${string}`>
/** Kinds that live with the responses. */
export type LetterKind = 'new_response' | 'responses_waiting' | 'response_drawn' | 'order_drawn'

/** Words `message.why.<key>` with what stands in them. */
export type Why = { key: string; parameters?: Record<string, string> }

export type Recipient = {
  chat_id: number
  /** Null in chats that are no person's. */
  user_id?: number | null
  language: Language
  /** Buttons that open the mini-app in place exist in private chats only. */
  is_private: boolean
  /** Whose clock dates are told by; the product's own when absent. */
  time_zone?: string | null
}

/** A sign of the Bot API's free effects. */
export type Effect = '🎉'

/** What somebody sent to the bot, by the name under which Telegram keeps it. */
export type Media = { type: 'photo' | 'document'; file_id: string }
/** A file that the product keeps itself. */
export type KeptMedia = { type: Media['type']; storage_key: string; name: string }

export type Outgoing = {
  /** HTML of the Bot API. */
  text: string
  keyboard?: InlineKeyboardButton[][]
  /** The text stands below it then, as its caption; it may be empty. */
  media?: Media | KeptMedia
  /** Why this very message came, where its kind has several reasons. */
  why?: Why
  /** Flies over a private chat when the message comes; a client that shows none shows the message. */
  effect?: Effect
  /** The message to change instead of sending a new one. */
  edit_message_id?: number
  /** What is sent when that message is no longer there. */
  instead?: Outgoing
  /** The topic of the group in which it stands. */
  topic_id?: number | undefined
  /** The message in the same chat to which this one is an answer. */
  reply_to_message_id?: number
}

export type MessageKind<K extends DeliveryKind> = {
  /** What must be so in Telegram before it can be sent, such as a topic. May run more than once. */
  prepare?(ctx: Context, api: Api, payload: DeliveryPayloads[K], reader: Recipient): Promise<void>
  /** The words of this moment, or null when there is nothing left to say. May run more than once. */
  compose(ctx: Context, payload: DeliveryPayloads[K], reader: Recipient): Promise<Outgoing | null>
  /** Runs in the transaction that marks the message sent. */
  sent?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K], place: SentMessage, said: Said): Promise<void>
  /**
   * Telegram refuses it for good.
   * @returns true when the reason is out of the way, so that it is tried again
   */
  refused?(ctx: Context, payload: DeliveryPayloads[K], description: string): Promise<boolean>
  /** Runs in the transaction that gives the message up; one that had nothing to say any more is not given up. */
  lost?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K]): Promise<void>
}

/** What arrived, in whose language. */
export type Said = Pick<Outgoing, 'text'> & Pick<Recipient, 'language'>

export type SentMessage = { chat_id: number; message_id: number }

export type MessageKinds = { [K in DeliveryKind]: MessageKind<K> }
