import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from './context.ts'
import type { UserContext } from './request-context.ts'

/**
 * Lists are read from a replica (replica.ts), except for people who wrote recently: their lists are read from the
 * primary.
 */

const writeMarkKey = (user_id: number) => `wrote-${user_id}`

/**
 * Marks a person as a recent writer. Until every replica has caught up, that person's lists are read from the primary.
 */
export async function markRecentWriter({ config, redis }: Context, user_id: number): Promise<void> {
  if (config.DATABASE_REPLICA_URL === undefined) return
  await redis.set(writeMarkKey(user_id), '', 'PX', limits.replica.ownMs).catch(() => {})
}

/** True if the person wrote a moment ago. True without Redis as well, so that nobody misses their own change. */
const hasWrittenRecently = ({ redis }: Context, user_id: number): Promise<boolean> =>
  redis.exists(writeMarkKey(user_id)).then(
    (found) => found > 0,
    () => true,
  )

/**
 * Reads public data from the replica if it is fresh, and from the primary if that fails. A person's own data are never
 * read this way, because workers change them too.
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
