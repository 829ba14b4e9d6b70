import type { Names } from '#contract/languages.ts'
import type { ListingKind, ListingStatus, ModerationState } from '#contract/lifecycle.ts'
import type { Finding } from '#contract/options.ts'
import type { Consequence } from '#contract/rejection.ts'
import type {
  HiddenReason,
  ModerationSubject,
  ReportSubject,
  RevisionState,
  UserRole,
  UserStatus,
} from '#db/tables/states.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import type { AuthorRecord, FirstDecision, OpenItem, Reporter } from '#services/moderation/author/columns.ts'
import type { Changes } from '#services/moderation/review/changes.ts'
import type { NearDuplicate } from '#services/moderation/review/duplicates.ts'
import type { Price } from '#services/notifications/price.ts'

/** Facts that a review card shows. queries.ts reads them from the database. */

/** Facts that every review card shows, whether it is about a listing, an edit or complaints. */
export type TaskFacts = {
  id: number
  subject: ModerationSubject
  state: ModerationState
  flags: Finding[]
  /** Hash of the content under review. Null for complaints, and for old submissions whose content was not stored. */
  content_hash: string | null
  reason: string | null
  waiting_since: string
  effective_at: string | null
  applied_at: string | null
  claimed_until: string | null
  chat_id: number | null
  message_id: number | null
  card_hash: string | null
  decider_name: string | null
  /** Name of the moderator whose approval became invalid because the author changed the content afterwards. */
  lapsed_name: string | null
  decided_alone: boolean
  claimer_name: string | null
  author_id: number
  author_name: string
  author_status: UserStatus
  author_role: UserRole
  author_returned: boolean
  /** Number of recent warnings that the author got. */
  author_warnings: number
  /** The author's listings that a block would hide or reject. */
  author_open: OpenItem[]
  username: string | null
  text: string | null
  /** Consequence that a moderator decided, such as a warning or a block. */
  consequence: Consequence | null
  /** True if the item under review can still be taken down or removed. */
  is_removable: boolean
  /** Last separate act of the staff on the same item after the decision of this task, such as a takedown. */
  act: CardAct | null
}

export type CardAct = {
  consequence: Consequence
  reason: string
  decider_name: string
  effective_at: string
  applied_at: string | null
}

export type ListingFacts = Price & {
  listing_id: number
  kind: ListingKind
  status: ListingStatus
  title: string
  deadline: string | null
  category: Names | null
  published_at: string | null
  urgent: boolean
  skills: string[]
  location: string | null
  /** Length of the listing's placement in days. */
  placement_period: number
  paid: { amount: number; currency: string; paid_at: string } | null
  hidden_reason: HiddenReason | null
  appeal: string | null
  /** The decision against which the author appeals. */
  first: FirstDecision | null
  duplicates: NearDuplicate[]
  record: AuthorRecord
  files: CardFile[]
  /**
   * Content under review. `approved` is the last approved content. Both are null for old submissions whose content was
   * not stored.
   */
  content: Published | null
  approved: Published | null
  /** State of the edit under review: `pending` if it waits for approval, `live` if it is already public. */
  revision_state: RevisionState | null
  /** Differences between the content under review and the last approved content. */
  changes: Changes
  /** The moderators' last question to the author. `answer` is the author's answer; null without an answer. */
  question: string | null
  answer: string | null
}

/** A file that is published with the listing under review. */
export type CardFile = { id: number; name: string; bytes: number; file_format: string }

export type ReportFacts = {
  subject_type: ReportSubject
  subject_id: number
  report_reason: string
  comment: string | null
  complaints: number
  reporters: Reporter[]
  listing_id: number | null
  kind: ListingKind | null
  title: string | null
  status: ListingStatus | null
  published_at: string | null
  responses_count: number | null
  /** Sides of a private order; null for everything else. */
  sides: { client: string; freelancer: string } | null
}

export type ListingReviewCard = TaskFacts & ListingFacts
export type ReportReviewCard = TaskFacts & ReportFacts
export type ReviewCard = ListingReviewCard | ReportReviewCard

export function isReport(card: ReviewCard): card is ReportReviewCard {
  return card.subject === 'report'
}
