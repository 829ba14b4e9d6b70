import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Device, StartChoice } from '#contract/options.ts'
import type { Day, Decimal, Derived, Id, Time, Uuid, WrittenAt } from './columns.ts'
import type { DepartureKind, RevokeReason, UserRole, UserStatus, VerificationState } from './states.ts'

export interface Users {
  id: Id
  /** Above 2^31 in life; null once the person is deleted. */
  telegram_id: number | null
  username: string | null
  full_name: string
  /** Telegram's picture; `logo_url` is the person's own and wins. */
  photo_url: string | null
  /** Telegram's picture that staff removed: this one does not come back. */
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
  /** Mean of published reviews, 1-5; null until the first. */
  rating: Decimal | null
  rating_count: Generated<number>
  posted_count: Generated<number>
  completed_count: Generated<number>
  /** View mode, not a permission; at most one of the two. */
  is_client: Generated<boolean>
  is_contractor: Generated<boolean>
  /** What the person answered on the first start; null until they were asked. */
  start_choice: StartChoice | null
  /** Else it is the one in which Telegram speaks to them. */
  is_language_chosen: Generated<boolean>
  /** Available for work. */
  is_free: Generated<boolean>
  is_only_remote: Generated<boolean>
  is_price_conversion: Generated<boolean>
  /** Beta cohort; written by admins only. */
  is_focus_group: Generated<boolean>
  is_notify_new_order: Generated<boolean>
  is_notify_new_messages: Generated<boolean>
  is_notify_hot_orders: Generated<boolean>
  /** Kinds of messages the person does not want. */
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
  /** When Telegram refused a message to them; no more are sent until /start. */
  notify_blocked_at: Time | null
  /** The newest update that said whether the bot reaches them; an older one that comes late changes nothing. */
  reach_told_at: Time | null
  reach_update_id: number | null
  /** As `ChatEnds` has it; written by the release before alone. */
  last_message_id: number | null
  last_seen_at: Time | null
  /** The last day in the product, `2026-11-16`; null of those who hide it. */
  seen_on: Day | null
  is_seen_shown: Generated<boolean>
  /** Under which something is kept of an account that the person deleted. */
  departed_mark: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** A confirmed phone; one phone belongs to one account. */
export interface UserPhones {
  user_id: number
  phone_enc: Buffer
  /** Keyed hash, hex: finds a second account without decrypting. */
  phone_hmac: string
  /** Which key encrypted it. */
  kid: string
  /** A number of Telegram's own (+888), which belongs to no country. */
  is_anonymous: Generated<boolean>
  confirmed_at: Time
}

/** One row per launch of the mini-app. */
export interface Sessions {
  id: Uuid
  user_id: number
  /** Hash of the launch data, hex: the same launch logs in to the same session. */
  launch_hash: string
  device: Device | null
  /** To some minutes. */
  last_seen_at: Time | null
  /** The app that logged in tells when it can be used. */
  tells_ready: Generated<boolean>
  ready_at: Time | null
  created_at: WrittenAt
  revoked_at: Time | null
  revoke_reason: RevokeReason | null
}

/** A person's record, counted from what happened; see services/users/people/schedule.ts. */
export interface PersonRecords {
  user_id: number
  /** Listings of the author that ended within the year, and those among them for which somebody was chosen. */
  closed: number
  hired: number
  /** Responses to those listings, and those among them that the author answered. */
  responses: number
  answered: number
  answered_percent: number
  /** Within which half of the responses were answered; null when half of them were not. */
  wait_minutes: number | null
  /** Ever, without what was refunded. */
  paid_placements: number
  /** Work of the freelancer that was accepted within the year, with a term, and within it. */
  completed: number
  dated: number
  on_time: number
  /** Clients whose work this freelancer completed more than once. */
  returning_clients: number
  /** Chats about work in which an author wrote within the year, and within what half of them were answered. */
  talks: number
  reply_minutes: number | null
  /** Invitations of the year that were answered or waited long enough, and those among them that were answered. */
  invited: Generated<number>
  invites_answered: Generated<number>
  invites_percent: Generated<number>
}

/** What is kept of a person who deleted the account. */
export interface Departures {
  id: Id
  /** Keyed hash of the Telegram id, hex. */
  mark: string
  kind: DepartureKind
  /** When it was done, of what is counted. */
  moments: Generated<Time[]>
  /** The people who had blocked this person. */
  other_id: number | null
  /** The open complaint about the person. */
  report_id: number | null
  kept_until: Time
}

/** The newest message in somebody's chat with the bot that is no delivery: their own, or an answer of the bot. */
export interface ChatEnds {
  user_id: number
  message_id: number
}
