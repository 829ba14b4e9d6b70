import { AppError } from '#contract/errors.ts'
import { isKnownReason } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { auditTask } from '#services/moderation/audit.ts'
import { findAuthor } from '#services/moderation/author.ts'
import { type Act, checkModerator, lockTask, setTask } from '#services/moderation/tasks.ts'
import { setStatus } from './person-status.ts'

/**
 * Blocks the person who wrote what a task is about; the task itself stays open for a decision.
 * @param reason a code of `rejectionReasons`, or the moderator's own words
 * @throws not_found, own_case, forbidden for people of the staff
 */
export async function blockAuthor(ctx: Context, { reason, ...act }: Act & { reason: string }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const author = await findAuthor(tx, act.task_id)
    if (!author) throw new AppError('not_found')
    if (author.id === act.moderator_id) throw new AppError('own_case')
    if (author.role !== 'user') throw new AppError('forbidden')
    // People are locked before their listings.
    await setStatus(ctx, tx, {
      actor_id: act.moderator_id,
      user_id: author.id,
      status: 'blocked',
      reason: isKnownReason(reason)
        ? translate(author.ui_language)(`bot.moderation.reason.${reason}`)
        : reason,
    })
    const { task } = await lockTask(tx, act.task_id)
    await setTask(ctx, tx, act, {})
    await auditTask(ctx, tx, 'moderation.block', act, task, { user_id: author.id, reason })
  })
}
