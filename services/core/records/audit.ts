import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

export type Subject = {
  type:
    | 'listing'
    | 'user'
    | 'currency'
    | 'report'
    | 'payment'
    | 'payment_case'
    | 'category'
    | 'tariff'
    | 'channel'
  id: number
}

export type AuditEntry = {
  /** Id of the person who performed the action; null for an automatic action. */
  actor_id: number | null
  /** Name of the act, such as `moderation.approve`. */
  action: string
  subject: Subject
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes the audit entry of an action by staff, in the transaction of the action. */
export async function writeAudit(ctx: Context, tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor_id, action, subject, before, after } = entry
  await tx
    .insertInto('audit_log')
    .values({
      actor_id,
      action,
      subject_type: subject.type,
      subject_id: subject.id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      request_id: ctx.request_id,
      created_at: ctx.now().toISOString(),
    })
    .execute()
}

/**
 * Marks the audit entry of a decision that a moderator made about their own case. That is allowed only if no other
 * staff exist.
 */
export const aloneMark = (isAlone: boolean) => (isAlone ? { alone: true } : {})
