import type { Finding } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import type { Published } from '#services/listings/published.ts'
import { moveTasks } from './moves.ts'
import { waiting } from './queue.ts'
import { snapshot } from './snapshot.ts'

/** Edits that come within this time are seen by the moderators as one. */
const debounceMs = 30_000

/** @param content the listing as the edit makes it */
type NewTask = { listing_id: number; revision_id: number; flags: Finding[]; content: Published }

/** Puts an edit of a published listing into the moderators' queue; further edits join the waiting task. */
export async function openRevisionTask(
  ctx: Context,
  tx: Tx,
  { listing_id, revision_id, flags, content }: NewTask,
): Promise<void> {
  const now = ctx.now()
  const at = now.toISOString()
  const shown = { flags, ...snapshot(content) }
  const { id: task_id, created_at } = await tx
    .insertInto('moderation_tasks')
    .values({
      ...{ subject: 'revision', listing_id, revision_id, created_at: at, updated_at: at },
      ...shown,
      ...waiting(now),
    })
    .onConflict((conflict) =>
      conflict
        .column('revision_id')
        .where('applied_at', 'is', null)
        .doUpdateSet({ ...shown, updated_at: at }),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  const later = new Date(now.getTime() + debounceMs)
  if (Date.parse(created_at) === now.getTime())
    await record(ctx, tx, 'revision.submitted', { revision_id }, later)
  // The card that hangs in the chat shows what was written before.
  else await record(ctx, tx, 'moderation.changed', { task_id }, later)
}

/** The edit gave way before anybody decided about it. */
export async function closeRevisionTask(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const end = { reason: 'superseded', applied_at: ctx.now().toISOString() }
  await moveTasks(ctx, tx, { revision_id }, 'returned', end, ['open', 'claimed'])
}
