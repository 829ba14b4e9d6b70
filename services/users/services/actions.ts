import type { z } from 'zod'
import type { ServicePage } from '#contract/calls/services.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getServicePage } from './queries.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Closes an own service until a time, or opens it again. Requests that were sent before stay.
 * @throws not_found for a service of somebody else, invalid_input for a time that is over or too far
 */
export async function setClosed(
  ctx: UserContext,
  id: number,
  closed_until: string | null,
): Promise<z.output<typeof ServicePage>> {
  const aheadMs = closed_until === null ? null : new Date(closed_until).getTime() - ctx.now().getTime()
  if (aheadMs !== null && (aheadMs <= 0 || aheadMs > limits.services.closedDays * dayMs))
    throw new AppError('invalid_input', { fields: [{ path: 'until' }] })
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_services')
    .set({ closed_until })
    .where('id', '=', id)
    .where('user_id', '=', ctx.viewer.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('not_found')
  return getServicePage(ctx, id)
}
