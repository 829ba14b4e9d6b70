import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Device, StartChoice } from '#contract/options.ts'
import type { Day, Decimal, Derived, Id, Money, Time, Uuid, WrittenAt } from './columns.ts'
import type {
  DepartureKind,
  LanguageLevel,
  RevokeReason,
  SocialNetwork,
  UserRole,
  UserStatus,
  VerificationState,
} from './states.ts'

export interface Users {
  id: Id
  /** Telegram's id, above 2^31 in practice; null once the account is deleted. */
  telegram_id: number | null
  username: string | null
  full_name: string
  /** URL of the picture in Telegram; a picture that the person uploaded (`logo_url`) takes precedence. */
  photo_url: string | null
  /** URL of a Telegram picture that staff removed. A picture with this URL is not shown again. */
  removed_photo_url: string | null
  logo_url: string | null
  description: string | null
  country: string | null
  city: string | null
  /** Speciality of the person: a category without subcategories. */
  category_id: number | null
  currency_id: Generated<number>
  years_of_experience: number | null
  /** Resume of the person: either a link or a file. */
  resume_url: string | null
  resume_file_id: number | null
  portfolio_file_id: number | null
  /** Mean stars of the published reviews, 1-5; null without reviews. */
  rating: Decimal | null
  rating_count: Generated<number>
  posted_count: Generated<number>
  completed_count: Generated<number>
  /**
   * Role in which the person uses the app, not a permission; at most one of `is_client` and `is_contractor` is true.
   */
  is_client: Generated<boolean>
  is_contractor: Generated<boolean>
  /**
   * The person's answer at the first start of the app: work, hire, both or skipped; null until the person has answered.
   */
  start_choice: StartChoice | null
  /** True if the person chose the language of the product; false if it was taken from Telegram. */
  is_language_chosen: Generated<boolean>
  /** True if the person is available for work. */
  is_free: Generated<boolean>
  is_only_remote: Generated<boolean>
  is_price_conversion: Generated<boolean>
  /** True for testers of the product, who publish free of charge; only admins set it. */
  is_focus_group: Generated<boolean>
  is_notify_new_order: Generated<boolean>
  is_notify_new_messages: Generated<boolean>
  is_notify_hot_orders: Generated<boolean>
  /** Kinds of messages that the person muted. */
  muted_kinds: Generated<string[]>
  /** Start and end of the quiet hours, in minutes after midnight in `time_zone`. Both are set or none. */
  quiet_from: number | null
  quiet_to: number | null
  /** IANA name of the time zone, reported by the client. */
  time_zone: string | null
  ui_language: Generated<Language>
  verification: Generated<VerificationState>
  /** True if the person's phone is confirmed. */
  is_verified: Derived<boolean>
  verified_at: Time | null
  role: Generated<UserRole>
  status: Generated<UserStatus>
  block_reason: string | null
  /** True if the person started the bot or allowed it to write. */
  can_write: Generated<boolean>
  /**
   * Time when Telegram refused a message to the person. No more messages are sent until the person starts the bot
   * again.
   */
  notify_blocked_at: Time | null
  /**
   * Time and number of the latest update from Telegram about whether the bot can write to the person. An older update
   * that arrives late is ignored.
   */
  reach_told_at: Time | null
  reach_update_id: number | null
  /**
   * Id of the latest message in the person's chat with the bot. Only the previous release writes this column; the
   * current release uses the table `chat_ends`.
   */
  last_message_id: number | null
  last_seen_at: Time | null
  /** Date of the last visit, `2026-11-16`; null if the person hides visits. */
  seen_on: Day | null
  is_seen_shown: Generated<boolean>
  /** Key of the stored data about an earlier account that the same person deleted. */
  departed_mark: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Confirmed phones. A phone belongs to one account. */
export interface UserPhones {
  user_id: number
  phone_enc: Buffer
  /** Keyed hash of the phone in hex. It finds a second account with the same phone without decrypting. */
  phone_hmac: string
  /** Id of the key that encrypted the number. */
  kid: string
  /** True for one of Telegram's own numbers (+888), which belong to no country. */
  is_anonymous: Generated<boolean>
  confirmed_at: Time
}

/** Sessions: one row per launch of the mini-app. */
export interface Sessions {
  id: Uuid
  user_id: number
  /** Hash of the launch data in hex. A second login with the same launch data gets the same session. */
  launch_hash: string
  device: Device | null
  /** Time when the session was last used, accurate to 5 minutes. */
  last_seen_at: Time | null
  /** True if the client will report when the mini-app has become usable. */
  tells_ready: Generated<boolean>
  ready_at: Time | null
  created_at: WrittenAt
  revoked_at: Time | null
  revoke_reason: RevokeReason | null
}

/** Records: statistics about a person, recomputed by services/users/people/schedule.ts. */
export interface PersonRecords {
  user_id: number
  /**
   * Number of the author's listings that ended within the last year, and number of those for which an executor was
   * chosen.
   */
  closed: number
  hired: number
  /**
   * Number of responses to the listings that `closed` counts, and number of those responses that the author answered.
   */
  responses: number
  answered: number
  answered_percent: number
  /** Median time until the author answers a response; null if fewer than half were answered. */
  wait_minutes: number | null
  /** Number of placements that the author has ever paid for. Refunded placements do not count. */
  paid_placements: number
  /**
   * Numbers of the freelancer's works accepted within the last year: all works, works with an agreed date, and works
   * handed in on time.
   */
  completed: number
  dated: number
  on_time: number
  /** Number of clients for whom the freelancer completed work more than once. */
  returning_clients: number
  /**
   * Number of chats about work that an author started within the last year, and the median time until the freelancer
   * replies.
   */
  talks: number
  reply_minutes: number | null
  /**
   * Number of invitations of the last year that the freelancer answered or that are older than `inviteDays`, and number
   * of answered ones.
   */
  invited: Generated<number>
  invites_answered: Generated<number>
  invites_percent: Generated<number>
}

/** Data kept about a person who deleted the account. */
export interface Departures {
  id: Id
  /** Keyed hash of the deleted account's Telegram id, in hex. */
  mark: string
  kind: DepartureKind
  /** Times of the deleted account's acts that count towards a limit. */
  moments: Generated<Time[]>
  /** Person who had blocked the deleted account. */
  other_id: number | null
  /** Open complaint about the deleted account. */
  report_id: number | null
  kept_until: Time
}

/**
 * Latest message in a person's chat with the bot, apart from notifications: a message of the person, or an answer of
 * the bot.
 */
export interface ChatEnds {
  user_id: number
  message_id: number
}

export interface UserSkills {
  id: Id
  user_id: number
  name: string
  /** Name of the skill without differences in case and spaces; unique per person. */
  name_key: Derived<string>
}

export interface UserServices {
  id: Id
  user_id: number
  name: string
  description: string | null
  price: Money | null
  currency_id: Generated<number>
  price_term_id: number | null
  /** Category of the service; null means that of its owner. */
  category_id: number | null
  /** Days from the acceptance to the finished work; null means by agreement. */
  days: number | null
  /** Questions that a client must answer. */
  questions: Generated<string[]>
  /** The owner takes no requests until this time. */
  closed_until: Time | null
  /** Reason of the staff, in the owner's language, while the service is taken down. Nobody else sees the service then. */
  takedown_reason: string | null
  /** Search vectors of name and description, written by a trigger. */
  search: Generated<string>
  created_at: WrittenAt
}

/** Pictures of a service: works of its owner's portfolio, in order. */
export interface ServiceWorks {
  service_id: number
  work_id: number
  position: number
}

export interface UserPortfolioLinks {
  id: Id
  user_id: number
  name: string
  /** URL of the portfolio link; https only. */
  url: string
  created_at: WrittenAt
}

/** A picture of a portfolio. */
export interface UserWorks {
  file_id: number
  user_id: number
  /** Place of the picture in the portfolio, in ascending order. */
  place: number
  title: string
  /** Short description of the work. */
  about: string | null
  /** URL of the work; https only. */
  link: string | null
  created_at: WrittenAt
}

export interface UserSocialLinks {
  user_id: number
  network: SocialNetwork
  /** Normalized user name or URL in the network. For whatsapp it is a phone number, which stays private. */
  value: string
}

export interface UserLanguages {
  user_id: number
  /** Code of the language (ISO 639-1). */
  code: string
  level: LanguageLevel | null
}
