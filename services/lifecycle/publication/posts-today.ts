import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import type { ActorContext } from '#services/core/request-context.ts'

const day = 24 * 60 * 60_000

/** Number of listings the caller may still create within 24 hours. A draft deleted before payment does not count. */
export async function countPostsLeft(ctx: ActorContext, db: Db): Promise<number> {
  const since = new Date(ctx.now().getTime() - day).toISOString()
  const { posts } = await db
    .selectFrom('listings as listing')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('listing.author_id', '=', ctx.viewer.id)
    .where('listing.created_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('listing.status', '<>', 'deleted'),
        eb.exists(
          eb
            .selectFrom('payments')
            .whereRef('payments.listing_id', '=', 'listing.id')
            .where('payments.paid_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  const before = await countDeparted(db, ctx.viewer.id, 'posts', since)
  return Math.max(0, limits.postsPerDay - posts - before)
}
