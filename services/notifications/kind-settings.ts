import { type MutableMessage, mutableMessages, type ProfileFlag } from '#contract/options.ts'
import { say } from './format.ts'
import type { DeliveryKind, Outgoing, Reader } from './kinds.ts'

type Reason = 'author' | 'payer' | 'responder' | 'executor' | 'member' | 'account' | 'fit' | 'digest'
type Manner = {
  /** Words `message.why.<reason>` at the end of the message; null in chats of the staff. */
  why: Reason | null
  /** The switch of the profile that says the same as a mute of the kind. */
  switch?: ProfileFlag
}

/** How each kind of message behaves towards the person who gets it. */
export const manners: Record<DeliveryKind, Manner> = {
  new_order: { why: 'fit', switch: 'is_notify_new_order' },
  hot_order: { why: 'fit', switch: 'is_notify_hot_orders' },
  digest: { why: 'digest' },
  new_message: { why: 'member', switch: 'is_notify_new_messages' },
  new_response: { why: 'author' },
  response_shown: { why: 'responder' },
  response_shortlisted: { why: 'responder' },
  response_chosen: { why: 'responder' },
  response_declined: { why: 'responder' },
  response_released: { why: 'responder' },
  response_passed: { why: 'responder' },
  payment_confirmed: { why: 'author' },
  payment_refunded: { why: 'payer' },
  payment_credited: { why: 'payer' },
  listing_published: { why: 'author' },
  listing_rejected: { why: 'author' },
  revision_rejected: { why: 'author' },
  listing_expiring: { why: 'author' },
  listing_expired: { why: 'author' },
  listing_completed: { why: 'executor' },
  account_blocked: { why: 'account' },
  account_restored: { why: 'account' },
  moderation_question: { why: 'author' },
  moderation_card: { why: null },
  moderation_answer: { why: null },
  moderation_reminder: { why: null },
  staff_confirmation: { why: null },
  payment_question: { why: null },
  client_error: { why: null },
  operations_alarm: { why: null },
  money_report: { why: null },
}

export function isMutable(kind: string): kind is MutableMessage {
  return (mutableMessages as readonly string[]).includes(kind)
}

/** What the button under a message says when pressed. */
export function mutePress(kind: MutableMessage, isMuted: boolean): string {
  return `v1:${isMuted ? 'mute' : 'unmute'}:${kind}`
}

/** Adds to the words of a kind why the message came and the button that ends such messages. */
export function withManners(kind: DeliveryKind, outgoing: Outgoing, reader: Reader): Outgoing {
  const reason = manners[kind].why
  if (reason === null || !reader.is_private) return outgoing
  const { text, keyboard = [], why = { key: reason }, ...rest } = outgoing
  const because = say(reader, `why.${why.key}`, why.parameters)
  const mute = isMutable(kind)
    ? [[{ text: say(reader, 'button.mute'), callback_data: mutePress(kind, true) }]]
    : []
  return { ...rest, text: `${text}\n\n<i>${because}</i>`, keyboard: [...keyboard, ...mute] }
}
