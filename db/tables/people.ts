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
  /** Above 2^31 in practice; null after deletion of the account. */
  telegram_id: number | null
  username: string | null
  full_name: string
  /** Telegram's picture; the person's own `logo_url` takes precedence. */
  photo_url: string | null
  /** URL of Telegram's picture that staff removed; it is not shown again. */
  removed_photo_url: string | null
  logo_url: string | null
  description: string | null
  country: string | null
  city: string | null
  /** The person's speciality: a leaf category. */
  category_id: number | null
  currency_id: Generated<number>
  years_of_experience: number | null
  /** Either a link or a file. */
  resume_url: string | null
  resume_file_id: number | null
  portfolio_file_id: number | null
  /** Mean of published reviews, 1-5; null without any. */
  rating: Decimal | null
  rating_count: Generated<number>
  posted_count: Generated<number>
  completed_count: Generated<number>
  /** View mode, not a permission; at most one of the two. */
  is_client: Generated<boolean>
  is_contractor: Generated<boolean>
  /** Answer of the first start; null until asked. */
  start_choice: StartChoice | null
  /** False if the language is still the one from Telegram. */
  is_language_chosen: Generated<boolean>
  /** Available for work. */
  is_free: Generated<boolean>
  is_only_remote: Generated<boolean>
  is_price_conversion: Generated<boolean>
  /** Beta cohort, set by admins only. */
  is_focus_group: Generated<boolean>
  is_notify_new_order: Generated<boolean>
  is_notify_new_messages: Generated<boolean>
  is_notify_hot_orders: Generated<boolean>
  /** Kinds of messages the person muted. */
  muted_kinds: Generated<string[]>
  /** Minutes after midnight in `time_zone`; both or none. */
  quiet_from: number | null
  quiet_to: number | null
  /** IANA name from the client. */
  time_zone: string | null
  ui_language: Generated<Language>
  verification: Generated<VerificationState>
  /** Phone confirmed. */
  is_verified: Derived<boolean>
  verified_at: Time | null
  role: Generated<UserRole>
  status: Generated<UserStatus>
  block_reason: string | null
  /** The person started the bot or allowed it to write. */
  can_write: Generated<boolean>
  /** Time when Telegram refused a message; none is sent until the person writes /start. */
  notify_blocked_at: Time | null
  /** Latest update about the bot's reachability; older updates that arrive late are ignored. */
  reach_told_at: Time | null
  reach_update_id: number | null
  /** Same as `ChatEnds`; written by the previous release only. */
  last_message_id: number | null
  last_seen_at: Time | null
  /** Date of the last visit, `2026-11-16`; null if hidden. */
  seen_on: Day | null
  is_seen_shown: Generated<boolean>
  /** Key of the data kept about an account that the person deleted. */
  departed_mark: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** A confirmed phone; belongs to one account. */
export interface UserPhones {
  user_id: number
  phone_enc: Buffer
  /** Keyed hash, hex: finds a second account without decrypting. */
  phone_hmac: string
  /** Id of the encryption key. */
  kid: string
  /** One of Telegram's own numbers (+888), which belong to no country. */
  is_anonymous: Generated<boolean>
  confirmed_at: Time
}

/** One row per launch of the mini-app. */
export interface Sessions {
  id: Uuid
  user_id: number
  /** Hash of the launch data, hex: the same launch gets the same session. */
  launch_hash: string
  device: Device | null
  /** Accurate to 5 minutes. */
  last_seen_at: Time | null
  /** This client reports when the app is usable. */
  tells_ready: Generated<boolean>
  ready_at: Time | null
  created_at: WrittenAt
  revoked_at: Time | null
  revoke_reason: RevokeReason | null
}

/** Statistics about a person, recounted by services/users/people/schedule.ts. */
export interface PersonRecords {
  user_id: number
  /** The author's listings that ended within the year, and those with an executor. */
  closed: number
  hired: number
  /** Responses to these listings, and those the author answered. */
  responses: number
  answered: number
  answered_percent: number
  /** Median time to answer; null if fewer than half were answered. */
  wait_minutes: number | null
  /** Ever, without refunds. */
  paid_placements: number
  /** The freelancer's accepted work of the year: all, with a date, and on time. */
  completed: number
  dated: number
  on_time: number
  /** Clients for whom this freelancer completed work more than once. */
  returning_clients: number
  /** Chats about work that an author started within the year, and the median reply time. */
  talks: number
  reply_minutes: number | null
  /** The year's invitations that were answered or old enough, and those answered. */
  invited: Generated<number>
  invites_answered: Generated<number>
  invites_percent: Generated<number>
}

/** Data kept about a person who deleted the account. */
export interface Departures {
  id: Id
  /** Keyed hash of the Telegram id, hex. */
  mark: string
  kind: DepartureKind
  /** Times of the counted acts. */
  moments: Generated<Time[]>
  /** A person who had blocked this one. */
  other_id: number | null
  /** The open complaint about the person. */
  report_id: number | null
  kept_until: Time
}

/** Latest message in a person's chat with the bot that is not a delivery: their own, or an answer of the bot. */
export interface ChatEnds {
  user_id: number
  message_id: number
}

export interface UserSkills {
  id: Id
  user_id: number
  name: string
  /** The name with case and spaces folded; unique per person. */
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
  created_at: WrittenAt
}

export interface UserPortfolioLinks {
  id: Id
  user_id: number
  name: string
  /** https only. */
  url: string
  created_at: WrittenAt
}

/** A picture of a portfolio. */
export interface UserWorks {
  file_id: number
  user_id: number
  /** Order, ascending. */
  place: number
  title: string
  /** Short description. */
  about: string | null
  /** https only. */
  link: string | null
  created_at: WrittenAt
}

export interface UserSocialLinks {
  user_id: number
  network: SocialNetwork
  /** Normalized handle or address; whatsapp is a phone and stays private. */
  value: string
}

export interface UserLanguages {
  user_id: number
  /** ISO 639-1. */
  code: string
  level: LanguageLevel | null
}
