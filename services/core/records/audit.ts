import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

export type Subject = {
  type: 'listing' | 'user' | 'currency' | 'report' | 'payment' | 'payment_case' | 'category' | 'tariff'
  id: number
}

export type AuditEntry = {
  /** Null = the product itself. */
  actor_id: number | null
  /** What was done, such as `moderation.approve`. */
  action: string
  subject: Subject
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Leaves the trace of a privileged act in the act's own transaction. */
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

/** Marks an audit entry of somebody who decided about their own because no other member of staff was there. */
export const alone = (isAlone: boolean) => (isAlone ? { alone: true } : {})
