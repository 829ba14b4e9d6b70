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
  /** The moderators' task, which all open complaints about one thing share. */
  task_id: number | null
  created_at: WrittenAt
}

export interface ModerationTasks {
  id: Id
  subject: ModerationSubject
  /** The item under review; null only for reports about something else. */
  listing_id: number | null
  revision_id: number | null
  report_id: number | null
  state: Moved<ModerationState>
  /** What the automatic checks noticed. */
  flags: Generated<Finding[]>
  claimed_by: number | null
  claimed_until: Time | null
  decided_by: number | null
  decided_at: Time | null
  /** The moderator whose approval lapsed because its listing had changed; empty again at the next decision. */
  lapsed_decider: number | null
  /** The moderator decided about their own, because no other member of staff was there. */
  decided_alone: Generated<boolean>
  /** Required when rejected or returned. */
  reason: string | null
  /** When the decision takes effect; may be undone before. Set exactly while approved or rejected. */
  effective_at: Time | null
  /** When it took effect; the task is over. */
  applied_at: Time | null
  /** The author objects to a rejection, once in a listing's life. */
  appealed: Generated<boolean>
  appeal: string | null
  /** The decision that the appeal is about. */
  appeal_of: number | null
  /** What the decision does to the thing and its author, besides publishing or rejecting. */
  consequence: Consequence | null
  /** What the moderators read: the listing as it is, or as an edit would make it. Null for complaints. */
  content: Json<Record<string, unknown>> | null
  /** Of the content: an approval is for this and nothing else. */
  content_hash: string | null
  /** Places in its text that show contacts, links or a scam. */
  marks: Json<[from: number, to: number][]> | null
  /** The listing whose text is nearly the same. */
  duplicate_of: number | null
  /** The nearest of those listings, the most alike first; `share` in percent. */
  duplicates: Json<Duplicate[]> | null
  /** Since when moderators, not the author, are to act. */
  waiting_since: WrittenAt
  remind_at: Time | null
  /** The card in the moderators' chat. */
  chat_id: number | null
  message_id: number | null
  card_sent_at: Time | null
  /** Hash of the text that the card shows while nobody looks at its reasons or pages. */
  card_hash: string | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

export type Duplicate = { id: number; share: number }

/** A chat of the staff: its language, where Telegram has moved it, and since when it takes no messages. */
export interface StaffChats {
  chat_id: number
  language: Language
  moved_to: number | null
  silent_since: Time | null
  silent_reason: SilenceReason | null
  updated_at: WrittenAt
}

/** What a person was warned for; the second within a time makes the card propose a block. */
export interface Warnings {
  id: Id
  user_id: number
  given_by: number
  /** The task whose decision it was; null when given from the person's page. */
  task_id: number | null
  /** In the language of the person who reads it. */
  reason: string
  created_at: Time
}

/** What a moderator asks before deciding; one at a time. */
export interface ModerationQuestions {
  id: Id
  task_id: number
  asked_by: number
  question: string
  answer: string | null
  asked_at: WrittenAt
  answered_at: Time | null
}

/** An act of an admin that waits for a press in the admin's own chat with the bot. */
export interface StaffConfirmations {
  id: Id
  /** The admin who asked; only they may answer. */
  user_id: number
  /** Key of services/admin/confirmations/staff-acts.ts. */
  act: string
  /** Exactly what the press does. */
  input: Json<Record<string, unknown>>
  state: Generated<ConfirmationState>
  /** Code of the refusal, when refused. */
  error: string | null
  created_at: WrittenAt
  expires_at: Time
  decided_at: Time | null
}

/** Append-only: who changed what by privilege. */
export interface AuditLog {
  id: SealedId
  /** Null = the product itself. */
  actor_id: number | null
  action: string
  subject_type: string
  subject_id: number
  before: Json<Record<string, unknown>> | null
  after: Json<Record<string, unknown>> | null
  request_id: string | null
  created_at: WrittenAt
}
