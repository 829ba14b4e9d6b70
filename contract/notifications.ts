import type { NotificationSwitch } from './options.ts'

/**
 * Lines of the bot's settings menu. Each line stands for a group of notification kinds. The texts are
 * `bot.settings.<line>`.
 */
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

/** Headings in the notification settings of the mini-app; texts `notify.group.<section>`. */
export const sections = ['responses', 'listings', 'payments', 'other'] as const
export type Section = (typeof sections)[number]

/** Reason given at the end of a message that nobody asked for; texts `message.why.<reason>`. */
export type Reason = 'fit' | 'invited' | 'digest'

/** Presets of notifications, loudest first; texts `notify.preset.<preset>`. */
export const presets = ['everything', 'important', 'answers'] as const
export type Preset = (typeof presets)[number]

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
  /** Line of the bot's menu that mutes the kind; null if the kind cannot be muted. */
  line: MenuLine | null
  /** Switch of the profile that has the same effect as muting this kind of notification. */
  switch?: NotificationSwitch
  /**
   * Section of the mini-app's settings that lists the kind, with the text `notify.kind.<kind>`; for kinds without a
   * switch.
   */
  section?: Section
  /** Quietest preset that still sends this kind of notification; absent if the kind cannot be muted. */
  preset?: Preset
  /**
   * True if messages of this kind wait for the daily digest when it is night or when the person's limit of messages is
   * reached. Messages of other kinds are sent at night without sound.
   */
  collected?: true
}
type Mutable = { line: MenuLine; preset: Preset } & ({ switch: NotificationSwitch } | { section: Section })
type Row = Notification & (Mutable | { line: null })

/** Settings shared by kinds about one subject, for example all messages about a payment. */
const groups = {
  order: { reason: 'fit', collected: true, preset: 'everything' },
  received: { reason: null, line: 'responses', section: 'responses' },
  invitation: { reason: 'invited', line: 'own_responses', section: 'responses', preset: 'important' },
  own_response: { reason: null, line: 'own_responses', section: 'responses' },
  payment: {
    about: 'payment',
    reason: null,
    line: 'publication',
    section: 'payments',
    preset: 'answers',
  },
  listing: {
    about: 'listing',
    reason: null,
    line: 'publication',
    section: 'listings',
    preset: 'important',
  },
  placement: {
    about: 'listing',
    reason: null,
    line: 'placement',
    section: 'listings',
    preset: 'important',
  },
  own_work: { about: 'listing', reason: null, line: 'own_responses', section: 'responses' },
} as const

/** All kinds of Telegram messages. Those that can be muted come first, in the order of the settings. */
export const notifications = {
  new_order: { ...groups.order, line: 'new_orders', switch: 'is_notify_new_order' },
  hot_order: { ...groups.order, line: 'hot_orders', switch: 'is_notify_hot_orders' },
  digest: { reason: 'digest', line: 'digest', section: 'other', preset: 'everything' },
  new_message: {
    about: 'message',
    reason: null,
    line: 'messages',
    switch: 'is_notify_new_messages',
    preset: 'answers',
  },
  new_response: { ...groups.received, about: 'response', preset: 'answers' },
  responses_waiting: { ...groups.received, preset: 'important' },
  /** An author invites a person who fits the listing. */
  invitation: { ...groups.invitation, collected: true },
  invitation_ended: { ...groups.invitation, about: 'invitation', reason: null },
  response_shown: { ...groups.own_response, about: 'response', preset: 'everything' },
  response_shortlisted: { ...groups.own_response, about: 'response', preset: 'everything' },
  response_chosen: { ...groups.own_response, about: 'response', preset: 'answers' },
  response_declined: { ...groups.own_response, about: 'response', preset: 'important' },
  response_released: { ...groups.own_response, about: 'response', preset: 'important' },
  response_passed: { ...groups.own_response, about: 'response', preset: 'important' },
  listing_changed: { ...groups.own_response, preset: 'important' },
  payment_confirmed: { ...groups.listing, section: 'payments', preset: 'answers' },
  payment_refunded: groups.payment,
  payment_credited: groups.payment,
  payment_held: { about: 'payment', reason: null, line: null },
  listing_published: groups.listing,
  listing_rejected: groups.listing,
  revision_approved: { ...groups.listing, about: 'revision' },
  revision_rejected: { ...groups.listing, about: 'revision' },
  listing_expiring: groups.placement,
  listing_expired: groups.placement,
  listing_completed: { ...groups.own_work, section: 'listings', preset: 'important' },
  work_handed_in: { ...groups.received, about: 'listing', preset: 'answers' },
  work_unanswered: { ...groups.received, about: 'listing', preset: 'important' },
  work_accepted: { ...groups.received, about: 'listing', preset: 'important' },
  work_returned: { ...groups.own_work, preset: 'answers' },
  work_due: { ...groups.own_work, preset: 'important' },
  deal_drawn: { reason: null, line: null },
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
} as const satisfies Record<string, Row>

export type NotificationKind = keyof typeof notifications
export const notificationKinds = Object.keys(notifications) as NotificationKind[]

type KindsWith<T> = {
  [K in NotificationKind]: (typeof notifications)[K] extends T ? K : never
}[NotificationKind]
/** Kinds of messages that can each be muted alone. */
export type MutableKind = KindsWith<{ line: MenuLine }>
/** Kinds of messages that the mini-app's settings list by section. */
export type ListedKind = KindsWith<{ section: Section }>

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

/** True if a preset still sends the kind. */
export function isInPreset(kind: MutableKind, preset: Preset): boolean {
  return presets.indexOf(notifications[kind].preset) >= presets.indexOf(preset)
}

export const mutableKinds = notificationKinds.filter(isMutable) as [MutableKind, ...MutableKind[]]
export const collectedKinds = notificationKinds.filter((kind) => 'collected' in notifications[kind])
