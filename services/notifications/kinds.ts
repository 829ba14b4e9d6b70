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

/** Figures that must be zero; a message tells the operators of one that is not. */
export type Alarm = 'payments' | 'ledger' | 'dead_tasks' | 'outbox'

export type DeliveryKind = NotificationKind

type OwnPayloads = {
  new_order: OrderNews
  hot_order: OrderNews
  digest: { digest_id: string }
  moderation_reminder: { task_ids: number[] }
  payment_question: { user_id: number; text: string }
  client_error: { event_id: string }
  operations_alarm: { alarm: Alarm; figure: number }
  /** The day in Moscow, such as 2026-11-22. */
  money_report: { day: string }
}
type About = {
  [K in DeliveryKind]: (typeof notifications)[K] extends { about: infer A extends string } ? A : never
}

/** The parameters of each message: ids only, a late reader loads today's truth. */
export type DeliveryPayloads = {
  [K in DeliveryKind]: K extends keyof OwnPayloads ? OwnPayloads[K] : { [Id in `${About[K]}_id`]: number }
}
/** Kinds whose texts are composed in services/moderation, among them the rejection with its button for an appeal. */
export type ModerationKind = Extract<DeliveryKind, `moderation_${string}` | 'listing_rejected'>
/** Kinds composed above this folder: by moderation, the administration and the payments' register. */
export type StaffKind = ModerationKind | 'staff_confirmation' | 'money_report'

/** Words `message.why.<key>` with what stands in them. */
export type Why = { key: string; parameters?: Record<string, string> }

export type Recipient = {
  chat_id: number
  language: Language
  /** Buttons that open the mini-app in place exist in private chats only. */
  is_private: boolean
  /** Whose clock dates are told by; the product's own when absent. */
  time_zone?: string | null
}

export type Outgoing = {
  /** HTML of the Bot API. */
  text: string
  keyboard?: InlineKeyboardButton[][]
  /** Why this very message came, where its kind has several reasons. */
  why?: Why
  /** The message to change instead of sending a new one. */
  edit_message_id?: number
  /** The message in the same chat to which this one is an answer. */
  reply_to_message_id?: number
}

export type MessageKind<K extends DeliveryKind> = {
  /** The words of this moment, or null when there is nothing left to say. May run more than once. */
  compose(ctx: Context, payload: DeliveryPayloads[K], reader: Recipient): Promise<Outgoing | null>
  /** Runs in the transaction that marks the message sent. */
  sent?(ctx: Context, tx: Tx, payload: DeliveryPayloads[K], place: SentMessage, said: Said): Promise<void>
}

/** What arrived, in whose language. */
export type Said = Pick<Outgoing, 'text'> & Pick<Recipient, 'language'>

export type SentMessage = { chat_id: number; message_id: number }

export type MessageKinds = { [K in DeliveryKind]: MessageKind<K> }
