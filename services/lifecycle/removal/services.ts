import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { endRequestsForService } from '#services/requests/endings.ts'

/**
 * Takes a service down by a decision of the staff: only its owner sees it, and the open requests for it end. An edit does
 * not bring it back.
 * @param takedown_reason words in the owner's language
 * @returns false if it is deleted or taken down already
 */
export async function takeDownService(
  ctx: Context,
  tx: Tx,
  id: number,
  takedown_reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_services')
    .set({ takedown_reason })
    .where('id', '=', id)
    .where('takedown_reason', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endRequestsForService(ctx, tx, id)
  return true
}

/**
 * Puts a service back that the staff took down, and tells its owner. Requests that ended with the takedown stay ended.
 * @throws not_found; wrong_state for a service that is not taken down; own_case
 */
export async function restoreService(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const service = await tx
      .selectFrom('user_services')
      .select(['user_id', 'takedown_reason'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!service) throw new AppError('not_found')
    if (service.user_id === ctx.viewer.id) throw new AppError('own_case')
    if (service.takedown_reason === null) throw new AppError('wrong_state')
    await tx.updateTable('user_services').set({ takedown_reason: null }).where('id', '=', id).execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'service.restore',
      subject: { type: 'user', id: service.user_id },
      before: { service_id: id, reason: service.takedown_reason },
    })
    await queueDelivery(ctx, tx, {
      to: { user_id: service.user_id },
      kind: 'moderation_service_restored',
      payload: { service_id: id },
    })
  })
}
