import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'

/**
 * Decides about a phone number confirmed by two accounts. Both may be right, because numbers get new owners.
 * A refused person may confirm another number.
 * @throws not_found, not_in_conflict
 */
export async function decidePhoneConflict(
  ctx: UserContext,
  user_id: number,
  verdict: 'confirmed' | 'refused',
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select('verification')
      .where('id', '=', user_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    if (before.verification !== 'conflict') throw new AppError('not_in_conflict')
    const now = ctx.now().toISOString()
    const after =
      verdict === 'confirmed'
        ? ({ verification: 'confirmed', verified_at: now } as const)
        : ({ verification: 'none' } as const)
    await tx
      .updateTable('users')
      .set({ ...after, updated_at: now })
      .where('id', '=', user_id)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.verification',
      subject: { type: 'user', id: user_id },
      before,
      after: { verification: after.verification },
    })
  })
}
