import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import { writeAudit } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import { moveListing } from '#services/listings/moves.ts'
import { openTask } from './queue.ts'

export type Appeal = { listing_id: number; author_id: number; text: string }

/**
 * The author objects to a rejection: the listing goes to the moderators as it is, once in its life, and this
 * counts as no resubmission.
 * @throws not_found for a stranger's listing, wrong_state unless it is rejected, already_appealed
 */
export async function appeal(ctx: Context, { listing_id, author_id, text }: Appeal): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await tx
      .selectFrom('listings')
      .select(['id', 'status', 'author_id'])
      .where('id', '=', listing_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (listing?.author_id !== author_id) throw new AppError('not_found')
    if (await hasAppealed(tx, listing_id)) throw new AppError('already_appealed')
    const status = await moveListing(ctx, tx, listing, { by: 'author', move: 'appeal' })
    await openTask(ctx, tx, listing_id, text)
    await writeAudit(ctx, tx, {
      actor_id: author_id,
      action: 'moderation.appeal',
      subject: { type: 'listing', id: listing_id },
      before: { status: listing.status },
      after: { status },
    })
  })
}

async function hasAppealed(db: Db, listing_id: number): Promise<boolean> {
  const task = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('appealed', '=', true)
    .limit(1)
    .executeTakeFirst()
  return task !== undefined
}

/** Whether the author may still object. */
export async function mayAppeal(db: Db, listing: { id: number; status: string }): Promise<boolean> {
  return listing.status === 'rejected' && !(await hasAppealed(db, listing.id))
}
