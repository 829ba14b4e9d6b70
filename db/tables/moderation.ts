import type { Generated } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ModerationState } from '#contract/lifecycle.ts'
import type { Finding } from '#contract/options.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { SilenceReason } from '#contract/states.ts'
import type { Id, Json, Moved, SealedId, Time, WrittenAt } from './columns.ts'
import type { ConfirmationState, ModerationSubject, ReportState, ReportSubject } from './states.ts'

export interface Reports {
  id: Id
  reporter_id: number
  subject_type: ReportSubject
  subject_id: number
  /** Owner of a reported service, which may be deleted while the report waits; null for everything else. */
  author_id: number | null
  reason: string
  comment: string | null
  state: Generated<ReportState>
  /** The moderators' task, shared by all open complaints about one item. */
  task_id: number | null
  created_at: WrittenAt
}

export interface ModerationTasks {
  id: Id
  subject: ModerationSubject
  /** Listing under review; null for a complaint about anything else. */
  listing_id: number | null
  revision_id: number | null
  report_id: number | null
  state: Moved<ModerationState>
  /** Findings of the automatic checks. */
  flags: Generated<Finding[]>
  claimed_by: number | null
  claimed_until: Time | null
  decided_by: number | null
  decided_at: Time | null
  /**
   * Moderator whose approval was cancelled because the listing changed before the approval took effect. The next
   * decision clears the column.
   */
  lapsed_decider: number | null
  /** True if the moderator decided about their own case, because no other staff existed. */
  decided_alone: Generated<boolean>
  /** Reason of the decision, required when the task is rejected or returned. */
  reason: string | null
  /**
   * Time when the decision takes effect; before this time the decision can be undone. Set only for approved and
   * rejected tasks.
   */
  effective_at: Time | null
  /** Time when the decision took effect, which finishes the task. */
  applied_at: Time | null
  /** True if the task is an appeal. */
  appealed: Generated<boolean>
  appeal: string | null
  /** Id of the task whose decision is appealed. */
  appeal_of: number | null
  /** Consequence of the decision for the item and its author, besides publishing or rejecting the item. */
  consequence: Consequence | null
  /** Content under review: the listing itself, or the listing as an edit would make it. Null for complaints. */
  content: Json<Record<string, unknown>> | null
  /** Hash of the content under review. An approval applies to content with this hash only. */
  content_hash: string | null
  /** Places of contacts, links or scam in the text under review. */
  marks: Json<[from: number, to: number][]> | null
  /** Listing with nearly the same text. */
  duplicate_of: number | null
  /** Listings with the most similar texts; `share` is the common part in percent. */
  duplicates: Json<Duplicate[]> | null
  /** Time since which the task has waited for moderators; a wait for the author's answer does not count. */
  waiting_since: WrittenAt
  remind_at: Time | null
  /** The moderators' chat that has the review card, and the card's message in it. */
  chat_id: number | null
  message_id: number | null
  card_sent_at: Time | null
  /** Hash of the review card's text, without the details that a moderator has opened on the card. */
  card_hash: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

export type Duplicate = { id: number; share: number }

/**
 * Staff groups in Telegram: the group's language, its new chat id if Telegram changed the id, and the time since which
 * the group accepts no messages.
 */
export interface StaffChats {
  chat_id: number
  language: Language
  moved_to: number | null
  silent_since: Time | null
  silent_reason: SilenceReason | null
  updated_at: WrittenAt
}

/** Warnings that staff gave to people. After a second recent warning, the review card proposes to block the person. */
export interface Warnings {
  id: Id
  user_id: number
  given_by: number
  /** Moderation task in which the warning was given; null if it was given on the person's page. */
  task_id: number | null
  /** Reason of the warning, in the warned person's language. */
  reason: string
  created_at: Time
}

/** A question that a moderator asks the author before a decision. A task has one unanswered question at most. */
export interface ModerationQuestions {
  id: Id
  task_id: number
  asked_by: number
  question: string
  answer: string | null
  asked_at: WrittenAt
  answered_at: Time | null
}

/** An act of an admin that waits until the admin confirms it in the chat with the bot. */
export interface StaffConfirmations {
  id: Id
  /** Admin who asked for the act. Only this admin may confirm it. */
  user_id: number
  /** Name of the act, a key of services/admin/confirmations/confirmed-acts.ts. */
  act: string
  /** Input with which the act is carried out, exactly as the admin sent it. */
  input: Json<Record<string, unknown>>
  state: Generated<ConfirmationState>
  /** Error code, if the act was refused. */
  error: string | null
  created_at: WrittenAt
  expires_at: Time
  decided_at: Time | null
}

/** Privileged acts. Rows are only added, never changed. */
export interface AuditLog {
  id: SealedId
  /** Person who acted; null for an automatic act. */
  actor_id: number | null
  action: string
  subject_type: string
  subject_id: number
  before: Json<Record<string, unknown>> | null
  after: Json<Record<string, unknown>> | null
  request_id: string | null
  created_at: WrittenAt
}
