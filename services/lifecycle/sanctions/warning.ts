import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { reasonText } from '#services/moderation/card/reason-words.ts'
import { countWarnings, storeWarning } from '#services/moderation/decisions/warnings.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/**
 * Warns a person by staff, with the reason.
 * @param reason a code of `breachReasons`, or free text
 * @returns number of the person's recent warnings
 * @throws not_found, own_case
 */
export async function warnPerson(
  ctx: UserContext,
  { user_id, reason }: { user_id: number; reason: string },
): Promise<{ warnings: number }> {
  if (user_id === ctx.viewer.id) throw new AppError('own_case')
  return ctx.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('ui_language')
      .where('id', '=', user_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw new AppError('not_found')
    const words = reasonText(person.ui_language, reason)
    const given = { user_id, given_by: ctx.viewer.id, task_id: null, reason: words }
    const warning_id = await storeWarning(ctx, tx, given)
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.warn',
      subject: { type: 'user', id: user_id },
      after: { reason },
    })
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'moderation_warning',
      payload: { warning_id },
      dedupe_key: `moderation_warning:${warning_id}`,
    })
    return { warnings: await countWarnings(ctx, tx, user_id) }
  })
}
