import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from './context.ts'
import type { UserContext } from './request-context.ts'

/**
 * Reads lists from a replica (replica.ts). The lists of a person who has just changed something are read from the
 * primary database, because the replica may not have the change yet.
 */

const writeMarkKey = (user_id: number) => `wrote-${user_id}`

/**
 * Marks a person as a recent writer. For a short time the person's lists are then read from the primary database, until
 * the replica has the change.
 */
export async function markRecentWriter({ config, redis }: Context, user_id: number): Promise<void> {
  if (config.DATABASE_REPLICA_URL === undefined) return
  await redis.set(writeMarkKey(user_id), '', 'PX', limits.replica.ownMs).catch(() => {})
}

/**
 * True if the person changed something a moment ago. Without Redis it is always true, so that people always see their
 * own changes.
 */
const hasWrittenRecently = ({ redis }: Context, user_id: number): Promise<boolean> =>
  redis.exists(writeMarkKey(user_id)).then(
    (found) => found > 0,
    () => true,
  )

/**
 * Reads public data from the replica if its data are recent. If that fails, it reads from the primary database. A
 * person's own data are never read from the replica, because workers change such data too.
 */
export async function readFromReplica<Answer>(
  ctx: UserContext,
  read: (ctx: UserContext) => Promise<Answer>,
): Promise<Answer> {
  const { replica } = ctx
  if (!replica?.isFresh() || (await hasWrittenRecently(ctx, ctx.viewer.id))) return read(ctx)
  try {
    return await read({ ...ctx, lists: replica.lists, searches: replica.searches })
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.warn({ reason: (error as Error).message }, 'the replica has not answered')
    return read(ctx)
  }
}
