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
  /** The listing under review; null for reports about anything else. */
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
  /** Moderator whose approval lapsed because the listing changed; cleared by the next decision. */
  lapsed_decider: number | null
  /** The moderator decided about their own case, because no other staff existed. */
  decided_alone: Generated<boolean>
  /** Required when rejected or returned. */
  reason: string | null
  /** Time when the decision takes effect; it can be undone before. Set exactly while approved or rejected. */
  effective_at: Time | null
  /** Time when it took effect; the task is finished. */
  applied_at: Time | null
  /** The task is an appeal. */
  appealed: Generated<boolean>
  appeal: string | null
  /** The decision that is appealed. */
  appeal_of: number | null
  /** Consequence for the item and its author, besides publishing or rejecting. */
  consequence: Consequence | null
  /** Content under review: the listing, or the listing as an edit would make it. Null for complaints. */
  content: Json<Record<string, unknown>> | null
  /** Hash of the content: an approval is valid for this content only. */
  content_hash: string | null
  /** Places in its text with contacts, links or scam. */
  marks: Json<[from: number, to: number][]> | null
  /** The listing with nearly the same text. */
  duplicate_of: number | null
  /** The most similar listings; `share` in percent. */
  duplicates: Json<Duplicate[]> | null
  /** Waiting for moderators, not for the author, since this time. */
  waiting_since: WrittenAt
  remind_at: Time | null
  /** The review card in the moderators' chat. */
  chat_id: number | null
  message_id: number | null
  card_sent_at: Time | null
  /** Hash of the card's text without open reasons or pages. */
  card_hash: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

export type Duplicate = { id: number; share: number }

/** A staff chat: language, the chat it moved to, and since when it accepts no messages. */
export interface StaffChats {
  chat_id: number
  language: Language
  moved_to: number | null
  silent_since: Time | null
  silent_reason: SilenceReason | null
  updated_at: WrittenAt
}

/** Warnings; the second one within a time makes the card propose a block. */
export interface Warnings {
  id: Id
  user_id: number
  given_by: number
  /** The task that decided it; null if given from the person's page. */
  task_id: number | null
  /** In the warned person's language. */
  reason: string
  created_at: Time
}

/** A moderator's question before a decision; one at a time. */
export interface ModerationQuestions {
  id: Id
  task_id: number
  asked_by: number
  question: string
  answer: string | null
  asked_at: WrittenAt
  answered_at: Time | null
}

/** An admin's act that waits for a confirmation in the admin's chat with the bot. */
export interface StaffConfirmations {
  id: Id
  /** The admin who asked; nobody else may confirm. */
  user_id: number
  /** Key of services/admin/confirmations/confirmed-acts.ts. */
  act: string
  /** Exact input of the act. */
  input: Json<Record<string, unknown>>
  state: Generated<ConfirmationState>
  /** Error code, if refused. */
  error: string | null
  created_at: WrittenAt
  expires_at: Time
  decided_at: Time | null
}

/** Append-only: privileged acts. */
export interface AuditLog {
  id: SealedId
  /** Null for automatic acts. */
  actor_id: number | null
  action: string
  subject_type: string
  subject_id: number
  before: Json<Record<string, unknown>> | null
  after: Json<Record<string, unknown>> | null
  request_id: string | null
  created_at: WrittenAt
}
