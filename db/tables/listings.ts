import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DealStepKind, ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import type { Experience, JobType, PaymentFormat } from '#contract/options.ts'
import type { Day, Derived, Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'
import type { HiddenReason, RevisionState } from './states.ts'

/** Orders and vacancies, with all columns for filters, sorting and access. */
export interface Listings {
  id: Id
  kind: ListingKind
  author_id: number
  /** The state; the four flags are derived from it. */
  status: Moved<ListingStatus>
  is_paid: Derived<boolean>
  is_published: Derived<boolean>
  is_archive: Derived<boolean>
  is_active: Derived<boolean>
  category_id: number | null
  title: string
  /** Order: payment_format. Vacancy: work_format. */
  payment_format: PaymentFormat | null
  /** Order: format. Vacancy: schedule. */
  job_type: JobType | null
  /** Order: the fixed price. Vacancy: hourly_rate. */
  price: Money | null
  /** Range of an hourly order. */
  min_stake: Money | null
  max_stake: Money | null
  currency_id: Generated<number>
  /** The price (or max_stake, or min_stake) in kopecks at the rate of the day of writing; for sorting only. */
  price_base: Money | null
  /** Price of a boost in kopecks, copied from the tariff at publication; 0 = no boosts. */
  response_stake: Generated<Money>
  experience: Experience | null
  /** Years, both ends included; derived from `experience`. */
  experience_min: Derived<number | null>
  experience_max: Derived<number | null>
  is_remote: Generated<boolean>
  /** Order: region. Vacancy: location. */
  location: string | null
  language: string | null
  deadline: Time | null
  /** Ids of `tags`. */
  tags: Generated<number[]>
  skills: Generated<string[]>
  /** Marked by the author, approved by a moderator. */
  urgent: Generated<boolean>
  executor_id: number | null
  /** The vacancy stays open after an executor is chosen. */
  keep_open: Generated<boolean>
  /** Time of the last reminder about waiting responses. */
  nudged_at: Time | null
  /** Responses that are not withdrawn. */
  responses_count: Generated<number>
  /** Days. */
  placement_period: Generated<number>
  /** First publication; never changes. */
  published_at: Time | null
  renewed_at: Time | null
  /** The later of the two above; sorting key of "newest". */
  listed_at: Derived<Time | null>
  /** True for the author's first published listing, until the second. */
  is_first: Generated<boolean>
  expires_at: Time | null
  /** Facts of work in progress; null if chosen before they were stored. */
  chosen_at: Time | null
  /** Date set by a return; without one the deadline applies. */
  due_at: Time | null
  /** Work waiting for the author's answer since this time. */
  handed_in_at: Time | null
  /** Staff found a breach while the listing was in work or closed: it cannot return to the feed without a review. */
  flagged_at: Time | null
  /** Last time the work was returned. */
  returned_at: Time | null
  /** Set by a trigger from the move's `updated_at`. */
  completed_at: Time | null
  /** Set only while hidden; the owner may show it again only for `owner`. */
  hidden_reason: HiddenReason | null
  rejection_reason: string | null
  rejected_at: Time | null
  resubmissions: Generated<number>
  /** Recognizes a double tap: equal content of one author. */
  content_hash: string
  /** Hash of the last approved content, see `readPublished`; a renewal with other content is reviewed first. */
  published_hash: string | null
  /** Vectors of title and main text, written by triggers; queried through services/core/text/full-text.ts. */
  search: Generated<string>
  created_at: WrittenAt
  updated_at: WrittenAt
}

export interface Orders {
  listing_id: number
  subtitle: string | null
  /** Questions to every respondent, one per line: contract/questions.ts. */
  questions: string | null
}

export interface Vacancies {
  listing_id: number
  description: string | null
  requirements: string | null
  responsibilities: string | null
  additional_info: string | null
  conditions: string | null
  work_conditions: string | null
  important_info: string | null
  important_notes: string | null
  nice_to_have: string | null
  mandatory_tasks: string | null
  questions: string | null
  /** Stored for old clients; not charged. */
  response_price: Generated<Money>
}

/** Live listings by skill; written by a trigger only. */
export interface ListingSkills {
  kind: string
  /** Folded like `user_skills.name_key`. */
  skill_key: string
  listed_at: Time
  listing_id: number
}

/** No row = no views yet. */
export interface ListingViews {
  listing_id: number
  views_count: Generated<number>
}

/** Daily counts (UTC); no row = none. */
export interface ListingDays {
  listing_id: number
  /** YYYY-MM-DD. */
  day: Day
  shown: Generated<number>
  opened: Generated<number>
}

/** Batches of views already added, so that a repeated flush adds nothing. */
export interface ViewBatches {
  id: string
  created_at: WrittenAt
}

/** An edit of a published listing. */
export interface ListingRevisions {
  id: Id
  listing_id: number
  state: RevisionState
  changes: Json<Record<string, unknown>>
  previous: Json<Record<string, unknown>>
  created_at: WrittenAt
  decided_at: Time | null
}

/** A hand-in or return in a deal. */
export interface DealSteps {
  id: Id
  listing_id: number
  author_id: number
  kind: DealStepKind
  step_text: string | null
  link: string | null
  created_at: WrittenAt
}

/** Name of a side of an order when its executor was chosen. */
export interface DealNames {
  listing_id: number
  user_id: number
  full_name: string
}

/** A listing's card in a chat, sent through the bot's inline mode. */
export interface SharedCards {
  inline_message_id: string
  listing_id: number
  language: Language
  /** True if the card shows that the listing takes responses. */
  is_open: Generated<boolean>
  created_at: Time
}
