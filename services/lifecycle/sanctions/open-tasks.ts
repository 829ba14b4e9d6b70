import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { applyRevision } from '#services/lifecycle/edits/actions.ts'
import { moveListing } from '#services/listings/moves.ts'
import { setTask } from '#services/moderation/queue/tasks.ts'

type Block = { author_id: number; actor_id: number; reason: string }

/**
 * Rejects everything of a blocked person that waits for review, so that nothing is published and payments can be
 * refunded. Decisions already made stay.
 */
export async function rejectOpenTasks(ctx: Context, tx: Tx, { author_id, actor_id, reason }: Block) {
  const listings = await tx
    .selectFrom('listings')
    .select(['id', 'kind', 'status'])
    .where('author_id', '=', author_id)
    .where('status', '<>', 'deleted')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('moderation_tasks as task')
          .whereRef('task.listing_id', '=', 'listings.id')
          .where('task.subject', 'in', ['listing', 'revision'])
          .where('task.applied_at', 'is', null),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const listing of listings)
    for (const task of await lockOpenTasks(tx, listing.id)) {
      const now = ctx.now().toISOString()
      const decision = { decided_by: actor_id, decided_at: now, effective_at: now, applied_at: now }
      await setTask(ctx, tx, { task_id: task.id }, { state: 'rejected', reason, ...decision })
      if (task.revision_id)
        await applyRevision(ctx, tx, { listing, revision_id: task.revision_id, verdict: 'rejected' })
      else if (listing.status === 'moderation')
        await moveListing(
          ctx,
          tx,
          listing,
          { by: 'staff', move: 'reject' },
          { rejection_reason: reason, rejected_at: now },
        )
      await writeAudit(ctx, tx, {
        actor_id,
        action: `${task.subject}.reject`,
        subject: { type: 'listing', id: listing.id },
        before: { status: listing.status },
        after: { task_id: task.id, blocked: author_id },
      })
    }
}

function lockOpenTasks(tx: Tx, listing_id: number) {
  return tx
    .selectFrom('moderation_tasks')
    .select(['id', 'subject', 'revision_id'])
    .where('listing_id', '=', listing_id)
    .where('subject', 'in', ['listing', 'revision'])
    .where('state', 'in', ['open', 'claimed', 'returned'])
    .where('applied_at', 'is', null)
    .forUpdate()
    .execute()
}
