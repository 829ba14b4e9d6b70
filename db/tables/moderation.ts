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
  /** Moderator whose approval lapsed because the listing changed before it took effect; the next decision clears it. */
  lapsed_decider: number | null
  /** True if the moderator decided about their own case, because no other staff existed. */
  decided_alone: Generated<boolean>
  /** Reason of the decision, required when the task is rejected or returned. */
  reason: string | null
  /**
   * Time when the decision takes effect; before it, the decision can be undone. Set only while approved or rejected.
   */
  effective_at: Time | null
  /** Time when the decision took effect, which finishes the task. */
  applied_at: Time | null
  /** True if the task is an appeal. */
  appealed: Generated<boolean>
  appeal: string | null
  /** Id of the task whose decision is appealed. */
  appeal_of: number | null
  /** Consequence for the item and its author, besides publishing or rejecting. */
  consequence: Consequence | null
  /** Content under review: the listing as it is, or as the edit would make it. Null for complaints. */
  content: Json<Record<string, unknown>> | null
  /** Hash of the content under review. An approval is valid for this content only. */
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
  /** Position of the review card in the moderators' chat. */
  chat_id: number | null
  message_id: number | null
  card_sent_at: Time | null
  /** Hash of the card's text, without what a moderator has unfolded on it. */
  card_hash: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

export type Duplicate = { id: number; share: number }

/**
 * A staff group in Telegram: its language, the chat id it moved to, and the time since which it accepts no messages.
 */
export interface StaffChats {
  chat_id: number
  language: Language
  moved_to: number | null
  silent_since: Time | null
  silent_reason: SilenceReason | null
  updated_at: WrittenAt
}

/** Warnings of people. A second one within some time makes the card propose a block. */
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
  /** Admin who asked for the act; nobody else may confirm it. */
  user_id: number
  /** Name of the act, a key of services/admin/confirmations/confirmed-acts.ts. */
  act: string
  /** Exact input of the act. */
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
