import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Audience, DealStepKind, ListingKind, ListingStatus } from '#contract/lifecycle.ts'
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
  /**
   * Format of payment, such as fixed or hourly. Calls of orders name it `payment_format`, calls of vacancies
   * `work_format`.
   */
  payment_format: PaymentFormat | null
  /** Amount of work, such as full-time. Calls of orders name it `format`, calls of vacancies `schedule`. */
  job_type: JobType | null
  /** Fixed price of an order, or hourly rate of a vacancy. */
  price: Money | null
  /** Lowest and highest price of an order paid by the hour. */
  min_stake: Money | null
  max_stake: Money | null
  currency_id: Generated<number>
  /**
   * Price in kopecks at the exchange rate of the day on which the price was written, for sorting only. It is computed
   * from `price`, else from `max_stake`, else from `min_stake`.
   */
  price_base: Money | null
  /** Price of a boost in kopecks, copied from the tariff at publication; 0 = no boosts. */
  response_stake: Generated<Money>
  experience: Experience | null
  /** Years of experience asked for, both ends included; derived from `experience`. */
  experience_min: Derived<number | null>
  experience_max: Derived<number | null>
  is_remote: Generated<boolean>
  /** Place of the work. Calls of orders name it `region`, calls of vacancies `location`. */
  location: string | null
  language: string | null
  deadline: Time | null
  /** Ids of the listing's tags, which are rows of the table `tags`. */
  tags: Generated<number[]>
  skills: Generated<string[]>
  /** True if the author marked the listing as urgent; a moderator reviews the mark. */
  urgent: Generated<boolean>
  executor_id: number | null
  /** True if a vacancy still takes responses after an executor is chosen. */
  keep_open: Generated<boolean>
  /** `private`: an order of a service, which its two sides and the staff alone see. */
  audience: Generated<Audience>
  /** Time of the last reminder to the author about responses that wait for an answer. */
  nudged_at: Time | null
  /** Number of responses that are not withdrawn. */
  responses_count: Generated<number>
  /** Days of the placement. */
  placement_period: Generated<number>
  /** Time of the first publication; never changes. */
  published_at: Time | null
  renewed_at: Time | null
  /** The later of `published_at` and `renewed_at`. The sort order "newest" uses this time. */
  listed_at: Derived<Time | null>
  /**
   * True if the listing is the first that its author published. The mark is removed when the author publishes a second
   * listing.
   */
  is_first: Generated<boolean>
  expires_at: Time | null
  /** Time when the executor was chosen; null if the executor was chosen before this time was stored. */
  chosen_at: Time | null
  /** Due date that the client set when the work was last returned. If null, the deadline applies. */
  due_at: Time | null
  /** Time since which handed-in work waits for the author's answer. */
  handed_in_at: Time | null
  /**
   * Time when staff found a breach of the rules in a listing that was in work or closed. The listing cannot be
   * published again without a review.
   */
  flagged_at: Time | null
  /** Time when the work was last returned. */
  returned_at: Time | null
  /** Time when the work was completed, set by a trigger from `updated_at`. */
  completed_at: Time | null
  /** Reason why the listing is hidden. Its author may show it again only if the reason is `owner`. */
  hidden_reason: HiddenReason | null
  rejection_reason: string | null
  rejected_at: Time | null
  resubmissions: Generated<number>
  /** Hash of the content. Two equal listings of one author in a short time are recognized by it as a double tap. */
  content_hash: string
  /**
   * Hash of the last approved content, see `readPublished`. A renewed listing with other content is reviewed before it
   * is published.
   */
  published_hash: string | null
  /** Search vectors of title and main text, written by triggers; services/core/text/full-text.ts queries them. */
  search: Generated<string>
  created_at: WrittenAt
  updated_at: WrittenAt
}

export interface Orders {
  listing_id: number
  subtitle: string | null
  /** The author's questions to every respondent, one per line, in the format of contract/questions.ts. */
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
  /** Price of a response, stored only for old clients. Nobody is charged this price. */
  response_price: Generated<Money>
}

/** Published listings by skill; only a trigger writes them. */
export interface ListingSkills {
  kind: string
  /** Name of the skill without differences in case and spaces, like `user_skills.name_key`. */
  skill_key: string
  listed_at: Time
  listing_id: number
}

/** Numbers of views of listings. A listing that nobody has viewed has no row. */
export interface ListingViews {
  listing_id: number
  views_count: Generated<number>
}

/**
 * Numbers of people who saw or opened a listing on each day in UTC. A day on which nobody saw the listing has no row.
 */
export interface ListingDays {
  listing_id: number
  /** Date as YYYY-MM-DD. */
  day: Day
  shown: Generated<number>
  opened: Generated<number>
}

/**
 * Batches of views that were already added to the numbers of views. A batch that is sent again is recognized and adds
 * nothing.
 */
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

/** Steps of a deal. In a step, the executor hands the work in, or the author returns the work. */
export interface DealSteps {
  id: Id
  listing_id: number
  author_id: number
  kind: DealStepKind
  step_text: string | null
  link: string | null
  created_at: WrittenAt
}

/** Names that author and executor of an order had when the executor was chosen. */
export interface DealNames {
  listing_id: number
  user_id: number
  full_name: string
}

/** Lines that a side of a finished deal entered for its act and contract. */
export interface DealPapers {
  listing_id: number
  user_id: number
  name: string
  /** Russian tax number (INN) of 10 or 12 digits. */
  tax_number: string | null
  /** Address of the receipt of an executor who is self-employed. */
  receipt_url: string | null
  saved_at: Time
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
