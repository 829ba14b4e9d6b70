import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { Act, Task } from './tasks.ts'

/** Writes a moderator's action to the audit log of the task's listing or complaint. */
export async function auditTask(
  ctx: Context,
  tx: Tx,
  action: string,
  { moderator_id: actor_id }: Pick<Act, 'moderator_id'>,
  { id: task_id, state, listing_id, report_id }: Task,
  after: Record<string, unknown> = {},
): Promise<void> {
  const said = Object.entries(after).filter(([, value]) => value !== null && value !== undefined)
  await writeAudit(ctx, tx, {
    actor_id,
    action,
    subject: report_id ? { type: 'report', id: report_id } : { type: 'listing', id: listing_id ?? 0 },
    before: { task_id, state },
    ...(said.length > 0 && { after: Object.fromEntries(said) }),
  })
}
