import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from './context.ts'
import type { UserContext } from './request-context.ts'

/** Reading beside the primary, from a replica of it (replica.ts), and who may not yet. */

const markOf = (user_id: number) => `wrote-${user_id}`

/** What a person changes from now on they see at once: until every replica has it, their lists come from the primary. */
export async function noteWriting({ config, redis }: Context, user_id: number): Promise<void> {
  if (config.DATABASE_REPLICA_URL === undefined) return
  await redis.set(markOf(user_id), '', 'PX', limits.replica.ownMs).catch(() => {})
}

/** Without Redis nobody knows. */
const hasWritten = ({ redis }: Context, user_id: number): Promise<boolean> =>
  redis.exists(markOf(user_id)).then(
    (found) => found > 0,
    () => true,
  )

/**
 * Reads what everybody may see from the replica where there is one that is not behind, and once more from the primary
 * where it fails. What is the person's own is never read so: workers change it too.
 */
export async function readAside<Answer>(
  ctx: UserContext,
  read: (ctx: UserContext) => Promise<Answer>,
): Promise<Answer> {
  const { replica } = ctx
  if (!replica?.isFresh() || (await hasWritten(ctx, ctx.viewer.id))) return read(ctx)
  try {
    return await read({ ...ctx, lists: replica.lists, searches: replica.searches })
  } catch (error) {
    if (error instanceof AppError) throw error
    ctx.log.warn({ reason: (error as Error).message }, 'the replica has not answered')
    return read(ctx)
  }
}
