import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DealStepKind, ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import type { Experience, JobType, PaymentFormat } from '#contract/options.ts'
import type { Day, Derived, Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'
import type { HiddenReason, RevisionState } from './states.ts'

/** Orders and vacancies, with all columns by which they are filtered and sorted and access is decided. */
export interface Listings {
  id: Id
  kind: ListingKind
  author_id: number
  /** State of the listing. The flags `is_paid`, `is_published`, `is_archive` and `is_active` are derived from it. */
  status: Moved<ListingStatus>
  is_paid: Derived<boolean>
  is_published: Derived<boolean>
  is_archive: Derived<boolean>
  is_active: Derived<boolean>
  category_id: number | null
  title: string
  /** Called payment_format in calls of orders, and work_format in calls of vacancies. */
  payment_format: PaymentFormat | null
  /** Called format in calls of orders, and schedule in calls of vacancies. */
  job_type: JobType | null
  /** Fixed price of an order, or hourly_rate of a vacancy. */
  price: Money | null
  /** Lowest and highest price of an order paid by the hour. */
  min_stake: Money | null
  max_stake: Money | null
  currency_id: Generated<number>
  /**
   * Price in kopecks at the exchange rate of the day it was written, for sorting only. It is taken from `price`, else
   * from `max_stake`, else from `min_stake`.
   */
  price_base: Money | null
  /** Price of a boost in kopecks, copied from the tariff at publication; 0 = no boosts. */
  response_stake: Generated<Money>
  experience: Experience | null
  /** Years of experience asked for, both ends included; derived from `experience`. */
  experience_min: Derived<number | null>
  experience_max: Derived<number | null>
  is_remote: Generated<boolean>
  /** Called region in calls of orders, and location in calls of vacancies. */
  location: string | null
  language: string | null
  deadline: Time | null
  /** Ids of rows of `tags`. */
  tags: Generated<number[]>
  skills: Generated<string[]>
  /** True if the author marked the listing as urgent; a moderator reviews the mark. */
  urgent: Generated<boolean>
  executor_id: number | null
  /** True if a vacancy still takes responses after an executor is chosen. */
  keep_open: Generated<boolean>
  /** Time of the last reminder about waiting responses. */
  nudged_at: Time | null
  /** Number of responses that are not withdrawn. */
  responses_count: Generated<number>
  /** Days of the placement. */
  placement_period: Generated<number>
  /** Time of the first publication; never changes. */
  published_at: Time | null
  renewed_at: Time | null
  /** The later one of `published_at` and `renewed_at`, by which "newest" sorts. */
  listed_at: Derived<Time | null>
  /** True for the first listing that its author published, until the author publishes a second one. */
  is_first: Generated<boolean>
  expires_at: Time | null
  /** Time when the executor was chosen; null for choices before it was stored. */
  chosen_at: Time | null
  /** Date for the work that its last return set; without one, the deadline applies. */
  due_at: Time | null
  /** Time since which handed-in work waits for the author's answer. */
  handed_in_at: Time | null
  /**
   * Time when staff found a breach in a listing that was in work or closed. It cannot be listed again without a review.
   */
  flagged_at: Time | null
  /** Time when the work was last returned. */
  returned_at: Time | null
  /** Time of completion, set by a trigger from `updated_at`. */
  completed_at: Time | null
  /** Reason why the listing is hidden. Its author may show it again only if the reason is `owner`. */
  hidden_reason: HiddenReason | null
  rejection_reason: string | null
  rejected_at: Time | null
  resubmissions: Generated<number>
  /** Hash of the content, by which a double tap is recognized: one author creates two equal listings. */
  content_hash: string
  /** Hash of the last approved content, see `readPublished`. A renewal with other content is reviewed first. */
  published_hash: string | null
  /** Search vectors of title and main text, written by triggers; services/core/text/full-text.ts queries them. */
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
  /** Price of a response, stored for old clients; nobody is charged. */
  response_price: Generated<Money>
}

/** Published listings by skill; only a trigger writes them. */
export interface ListingSkills {
  kind: string
  /** Name of the skill, folded like `user_skills.name_key`. */
  skill_key: string
  listed_at: Time
  listing_id: number
}

/** Numbers of views. A listing without views has no row. */
export interface ListingViews {
  listing_id: number
  views_count: Generated<number>
}

/** Numbers of each day (UTC). A day on which nobody saw the listing has no row. */
export interface ListingDays {
  listing_id: number
  /** Date as YYYY-MM-DD. */
  day: Day
  shown: Generated<number>
  opened: Generated<number>
}

/** Batches of views that were added to the numbers already, so that a repeated flush adds nothing. */
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

/** Steps of a deal: the executor handed the work in, or the author returned it. */
export interface DealSteps {
  id: Id
  listing_id: number
  author_id: number
  kind: DealStepKind
  step_text: string | null
  link: string | null
  created_at: WrittenAt
}

/** Name that author and executor of an order had when the executor was chosen. */
export interface DealNames {
  listing_id: number
  user_id: number
  full_name: string
}

/** A card of a listing that somebody sent to a chat through the bot's inline mode. */
export interface SharedCards {
  inline_message_id: string
  listing_id: number
  language: Language
  /** True if the card says that the listing takes responses. */
  is_open: Generated<boolean>
  created_at: Time
}
