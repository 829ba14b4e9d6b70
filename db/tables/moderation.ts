import type { Generated } from 'kysely'
import type { ModerationState } from '#contract/lifecycle.ts'
import type { Id, Json, SealedId, Time, WrittenAt } from './columns.ts'
import type { ModerationSubject, ReportState, ReportSubject } from './states.ts'

export interface Reports {
  id: Id
  reporter_id: number
  subject_type: ReportSubject
  subject_id: number
  reason: string
  comment: string | null
  state: Generated<ReportState>
  created_at: WrittenAt
}

export interface ModerationTasks {
  id: Id
  subject: ModerationSubject
  /** The item under review; null only for reports about something else. */
  listing_id: number | null
  revision_id: number | null
  report_id: number | null
  state: Generated<ModerationState>
  /** What the automatic checks noticed. */
  flags: Generated<string[]>
  claimed_by: number | null
  claimed_until: Time | null
  decided_by: number | null
  decided_at: Time | null
  /** Required when rejected or returned. */
  reason: string | null
  /** When the decision takes effect; may be undone before. Set exactly while approved or rejected. */
  effective_at: Time | null
  /** When it took effect; the task is over. */
  applied_at: Time | null
  /** The author objects to a rejection, once in a listing's life. */
  appealed: Generated<boolean>
  appeal: string | null
  /** The listing whose text is nearly the same. */
  duplicate_of: number | null
  /** Since when moderators, not the author, are to act. */
  waiting_since: WrittenAt
  remind_at: Time | null
  /** The card in the moderators' chat. */
  chat_id: number | null
  message_id: number | null
  created_at: WrittenAt
  updated_at: WrittenAt
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
