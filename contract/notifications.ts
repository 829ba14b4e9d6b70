import type { NotificationSwitch } from './options.ts'

/** Lines of the notification settings in the bot and in the app, texts `notify.line.<line>`; each groups related kinds. */
export const menuLines = [
  'new_orders',
  'hot_orders',
  'messages',
  'responses',
  'own_responses',
  'publication',
  'placement',
  'digest',
] as const
export type MenuLine = (typeof menuLines)[number]

/** Reason given at the end of a message that nobody asked for; texts `message.why.<reason>`. */
export type Reason = 'fit' | 'invited' | 'digest'

/** How a kind of message is composed, explained and muted. */
export type Notification = {
  /**
   * Name of the object whose id is the message's only parameter, such as an order. Absent for kinds whose messages have
   * other parameters.
   */
  about?: string
  /**
   * Reason why the message was sent. The message states it above the button that mutes messages of this kind. Null in
   * staff chats, and for messages about the reader's own listings, responses, deals and money.
   */
  reason: Reason | null
  /** Line of the settings that mutes the kind; null if the kind cannot be muted. */
  line: MenuLine | null
  /** Column of the account that means the same as muting the kind. */
  switch?: NotificationSwitch
  /**
   * True if the message waits for the daily digest at night and above the limits. Other kinds come at night without
   * sound.
   */
  collected?: true
}

/** Settings shared by kinds about one subject, for example all messages about a payment. */
const groups = {
  order: { reason: 'fit', collected: true },
  received: { reason: null, line: 'responses' },
  invitation: { reason: 'invited', line: 'own_responses' },
  own_response: { reason: null, line: 'own_responses' },
  payment: {
    about: 'payment',
    reason: null,
    line: 'publication',
  },
  listing: {
    about: 'listing',
    reason: null,
    line: 'publication',
  },
  placement: {
    about: 'listing',
    reason: null,
    line: 'placement',
  },
  own_work: { about: 'listing', reason: null, line: 'own_responses' },
  /**
   * A request for a service is put to one person, and both sides are promised its end, so that neither is muted. A
   * freelancer who wants none closes the service.
   */
  request: { about: 'listing', reason: null, line: null },
} as const

/** All kinds of Telegram messages. Those that can be muted come first, in the order of the settings. */
export const notifications = {
  new_order: { ...groups.order, line: 'new_orders', switch: 'is_notify_new_order' },
  hot_order: { ...groups.order, line: 'hot_orders', switch: 'is_notify_hot_orders' },
  digest: { reason: 'digest', line: 'digest' },
  new_message: {
    about: 'message',
    reason: null,
    line: 'messages',
    switch: 'is_notify_new_messages',
  },
  new_response: { ...groups.received, about: 'response' },
  responses_waiting: groups.received,
  /** An author invites a person who fits the listing. */
  invitation: { ...groups.invitation, collected: true },
  invitation_ended: { ...groups.invitation, about: 'invitation', reason: null },
  response_shown: { ...groups.own_response, about: 'response' },
  response_shortlisted: { ...groups.own_response, about: 'response' },
  response_chosen: { ...groups.own_response, about: 'response' },
  response_declined: { ...groups.own_response, about: 'response' },
  response_released: { ...groups.own_response, about: 'response' },
  response_passed: { ...groups.own_response, about: 'response' },
  listing_changed: groups.own_response,
  payment_confirmed: groups.listing,
  payment_refunded: groups.payment,
  payment_credited: groups.payment,
  payment_held: { about: 'payment', reason: null, line: null },
  listing_published: groups.listing,
  listing_rejected: groups.listing,
  revision_approved: { ...groups.listing, about: 'revision' },
  revision_rejected: { ...groups.listing, about: 'revision' },
  listing_expiring: groups.placement,
  listing_expired: groups.placement,
  listing_completed: groups.own_work,
  work_handed_in: { ...groups.received, about: 'listing' },
  work_unanswered: { ...groups.received, about: 'listing' },
  work_accepted: { ...groups.received, about: 'listing' },
  work_returned: groups.own_work,
  work_due: groups.own_work,
  service_request: groups.request,
  service_request_waits: groups.request,
  service_countered: groups.request,
  service_accepted: groups.request,
  service_declined: groups.request,
  service_withdrawn: groups.request,
  service_lapsed: groups.request,
  deal_drawn: { reason: null, line: null },
  service_drawn: { reason: null, line: null },
  response_drawn: { reason: null, line: null },
  order_drawn: { reason: null, line: null },
  invitation_drawn: { reason: null, line: null },
  /** The reader asked for the reminder, so it cannot be muted. */
  order_reminder: { about: 'listing', reason: null, line: null },
  account_blocked: { about: 'user', reason: null, line: null },
  account_restored: { about: 'user', reason: null, line: null },
  moderation_question: { about: 'question', reason: null, line: null },
  moderation_consequence: { about: 'task', reason: null, line: null },
  moderation_appeal_decided: { about: 'task', reason: null, line: null },
  moderation_warning: { about: 'warning', reason: null, line: null },
  moderation_service_restored: { about: 'service', reason: null, line: null },
  moderation_report_closed: { about: 'report', reason: null, line: null },
  moderation_card: { about: 'task', reason: null, line: null },
  moderation_file: { reason: null, line: null },
  moderation_answer: { about: 'question', reason: null, line: null },
  moderation_evidence: { reason: null, line: null },
  moderation_lapsed: { about: 'task', reason: null, line: null },
  moderation_reminder: { reason: null, line: null },
  staff_confirmation: { about: 'confirmation', reason: null, line: null },
  support_card: { reason: null, line: null },
  support_question: { reason: null, line: null },
  support_note: { reason: null, line: null },
  support_told: { reason: null, line: null },
  support_answer: { reason: null, line: null },
  support_news: { reason: null, line: null },
  /** The reader has just asked for the file by a button. */
  file_copy: { reason: null, line: null },
  client_error: { reason: null, line: null },
  operations_alarm: { reason: null, line: null },
  payment_case: { reason: null, line: null },
  money_report: { reason: null, line: null },
  restore_drill: { reason: null, line: null },
  update_given_up: { reason: null, line: null },
  staff_chat: { reason: null, line: null },
  channel_news: { reason: null, line: null },
} as const satisfies Record<string, Notification>

export type NotificationKind = keyof typeof notifications
export const notificationKinds = Object.keys(notifications) as NotificationKind[]

type KindsWith<T> = {
  [K in NotificationKind]: (typeof notifications)[K] extends T ? K : never
}[NotificationKind]
/** Kinds of messages that can each be muted alone. */
export type MutableKind = KindsWith<{ line: MenuLine }>
/** Kinds whose line has other kinds too. The settings name them when they are muted; texts `notify.kind.<kind>`. */
export type NamedKind = KindsWith<{ line: 'responses' | 'own_responses' | 'publication' | 'placement' }>

/**
 * True for kinds of messages that the reader did not ask for. Only such messages say why they were sent and have a
 * button that mutes their kind.
 */
export function isUnasked(kind: string): kind is MutableKind {
  return isMutable(kind) && notifications[kind].reason !== null
}

export function isMutable(kind: string): kind is MutableKind {
  return kind in notifications && notifications[kind as NotificationKind].line !== null
}

export const mutableKinds = notificationKinds.filter(isMutable) as [MutableKind, ...MutableKind[]]
export const collectedKinds = notificationKinds.filter((kind) => 'collected' in notifications[kind])
