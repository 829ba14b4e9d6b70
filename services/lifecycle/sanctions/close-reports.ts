import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import type { Task } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { forgetReports } from '#services/users/account/returning-accounts.ts'

/** Closes all complaints of a decided task with the same result and notifies their senders. */
export async function closeReports(ctx: Context, tx: Tx, task: Task): Promise<void> {
  const state = task.state === 'approved' ? 'accepted' : 'dismissed'
  const closed = await tx
    .updateTable('reports')
    .set({ state })
    .where('task_id', '=', task.id)
    .where('state', '=', 'open')
    .returning(['id', 'reporter_id'])
    .execute()
  await forgetReports(tx, task.id)
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: `report.${state}`,
    subject: { type: 'report', id: task.report_id ?? 0 },
    before: { task_id: task.id, state: 'open' },
    after: { reports: closed.length },
  })
  for (const { id: report_id, reporter_id } of closed)
    await queueDelivery(ctx, tx, {
      to: { user_id: reporter_id },
      kind: 'moderation_report_closed',
      payload: { report_id },
      dedupe_key: `moderation_report_closed:${report_id}`,
    })
  await record(ctx, tx, 'moderation.changed', { task_id: task.id })
}
