import { AppError } from '#contract/errors.ts'
import type { UserContext } from '#services/request-context.ts'
import { writeAudit } from './audit.ts'
import { checkModerator } from './authority.ts'

/**
 * A moderator's word about a complaint, effective at once; the same word again changes nothing. What follows for
 * the accused, such as a block, is an act of its own.
 * @throws forbidden, not_found, already_decided
 */
export async function decideReport(
  ctx: UserContext,
  task_id: number,
  verdict: 'accepted' | 'dismissed',
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, ctx.viewer.id)
    const task = await tx
      .selectFrom('moderation_tasks')
      .select(['state', 'report_id', 'decided_by'])
      .where('id', '=', task_id)
      .where('subject', '=', 'report')
      .forUpdate()
      .executeTakeFirst()
    if (!task?.report_id) throw new AppError('not_found')
    const state = verdict === 'accepted' ? 'approved' : 'rejected'
    if (task.decided_by === ctx.viewer.id && task.state === state) return
    if (task.state !== 'open' && task.state !== 'claimed') throw new AppError('already_decided')
    const now = ctx.now().toISOString()
    const moment = { decided_at: now, effective_at: now, applied_at: now, updated_at: now }
    await tx
      .updateTable('moderation_tasks')
      .set({ ...moment, state, reason: verdict, decided_by: ctx.viewer.id })
      .where('id', '=', task_id)
      .execute()
    await tx.updateTable('reports').set({ state: verdict }).where('id', '=', task.report_id).execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: `report.${verdict}`,
      subject: { type: 'report', id: task.report_id },
      before: { task_id, state: task.state },
    })
  })
}
