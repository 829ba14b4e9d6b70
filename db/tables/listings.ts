import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { DealStepKind, ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import type { Experience, JobType, PaymentFormat } from '#contract/options.ts'
import type { Day, Derived, Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'
import type { HiddenReason, RevisionState } from './states.ts'

/** Orders and vacancies: whatever lists filter, sort and guard by. */
export interface Listings {
  id: Id
  kind: ListingKind
  author_id: number
  /** The one state; the four flags follow from it. */
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
  /** The range of an hourly order. */
  min_stake: Money | null
  max_stake: Money | null
  currency_id: Generated<number>
  /** The price (or max_stake, or min_stake) in kopecks by the rate of the day of writing: sorting only. */
  price_base: Money | null
  /** Price of a boost in kopecks, copied from the tariff at publication; 0 = no boosts. */
  response_stake: Generated<Money>
  experience: Experience | null
  /** Years, both ends included; computed from `experience`. */
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
  /** The author's mark, accepted by a moderator. */
  urgent: Generated<boolean>
  executor_id: number | null
  /** The vacancy stays open after somebody was chosen. */
  keep_open: Generated<boolean>
  /** When its author was last reminded of responses that wait. */
  nudged_at: Time | null
  /** Responses that were not withdrawn. */
  responses_count: Generated<number>
  /** Days. */
  placement_period: Generated<number>
  /** First publication; never moves. */
  published_at: Time | null
  renewed_at: Time | null
  /** The later of the two above: what "newest" sorts by. */
  listed_at: Derived<Time | null>
  /** The first that its author published, until the second. */
  is_first: Generated<boolean>
  expires_at: Time | null
  /** Facts of work in progress; null for what was chosen before they were kept. */
  chosen_at: Time | null
  /** A date that a return has set; the deadline counts without one. */
  due_at: Time | null
  /** The work waits for its author's answer. */
  handed_in_at: Time | null
  /** Staff found a breach while it was in work or closed: it does not come back to the feed unread. */
  flagged_at: Time | null
  /** When it last came back. */
  returned_at: Time | null
  /** Kept by a trigger from the move's `updated_at`. */
  completed_at: Time | null
  /** Set exactly while hidden; the owner may show again only `owner`. */
  hidden_reason: HiddenReason | null
  rejection_reason: string | null
  rejected_at: Time | null
  resubmissions: Generated<number>
  /** Recognises a double tap: equal content of one author. */
  content_hash: string
  /** Of what was last allowed to be seen, see `readPublished`; a renewal of anything else is read first. */
  published_hash: string | null
  /** Title and main text, kept by triggers; ask as services/core/text/full-text.ts does. */
  search: Generated<string>
  created_at: WrittenAt
  updated_at: WrittenAt
}

export interface Orders {
  listing_id: number
  subtitle: string | null
  /** What everybody who responds is asked, one a line: contract/questions.ts. */
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
  /** Stored for old clients; nobody is charged by it. */
  response_price: Generated<Money>
}

/** Live listings by each skill; a trigger alone writes it. */
export interface ListingSkills {
  kind: string
  /** Folded as `user_skills.name_key`. */
  skill_key: string
  listed_at: Time
  listing_id: number
}

/** No row = no views yet. */
export interface ListingViews {
  listing_id: number
  views_count: Generated<number>
}

/** Sums of a day (UTC); no row = nothing was counted. */
export interface ListingDays {
  listing_id: number
  /** YYYY-MM-DD. */
  day: Day
  shown: Generated<number>
  opened: Generated<number>
}

/** Batches of views already added: a repeated flush adds nothing. */
export interface ViewBatches {
  id: string
  created_at: WrittenAt
}

/** An edit of a published text. */
export interface ListingRevisions {
  id: Id
  listing_id: number
  state: RevisionState
  changes: Json<Record<string, unknown>>
  previous: Json<Record<string, unknown>>
  created_at: WrittenAt
  decided_at: Time | null
}

/** What one side of running work handed to the other. */
export interface DealSteps {
  id: Id
  listing_id: number
  author_id: number
  kind: DealStepKind
  step_text: string | null
  link: string | null
  created_at: WrittenAt
}

/** How a side of an order was called when its executor was chosen. */
export interface DealNames {
  listing_id: number
  user_id: number
  full_name: string
}

/** A card of a listing in somebody's chat, put there through the bot's inline mode. */
export interface SharedCards {
  inline_message_id: string
  listing_id: number
  language: Language
  /** Whether the card says that the listing takes responses. */
  is_open: Generated<boolean>
  created_at: Time
}
