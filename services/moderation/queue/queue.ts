import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Finding } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { type Published, readPublished, textsOf } from '#services/listings/content/approved-content.ts'
import { findDuplicates } from '#services/moderation/review/duplicates.ts'
import { review } from '#services/moderation/review/rules.ts'
import { snapshot } from '#services/moderation/review/snapshot.ts'
import { gathersContacts } from '#services/users/visibility/contacts.ts'
import { moveTasks } from './moves.ts'

/**
 * Creates the moderation task of a listing with the findings of the automatic checks, and notifies the moderators. Does
 * nothing if the listing already has an undecided task.
 */
export async function openTask(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  appeal?: { text: string; of: number | null },
): Promise<void> {
  const now = ctx.now()
  const created_at = now.toISOString()
  const flags = await runChecks(ctx, tx, listing_id)
  await tx
    .insertInto('moderation_tasks')
    .values({
      subject: 'listing',
      listing_id,
      created_at,
      updated_at: created_at,
      ...flags,
      appeal: appeal?.text ?? null,
      appealed: appeal !== undefined,
      appeal_of: appeal?.of ?? null,
      ...waitingColumns(now),
    })
    .onConflict((conflict) =>
      conflict
        .column('listing_id')
        .where('subject', '=', 'listing')
        .where('applied_at', 'is', null)
        .where('state', '<>', 'returned')
        .doNothing(),
    )
    .execute()
  await record(ctx, tx, 'listing.submitted', { listing_id })
}

/** Runs the automatic checks on the listing of a task that was created without checks. */
export async function completeTask(ctx: Context, tx: Tx, task_id: number): Promise<void> {
  const bare = tx
    .selectFrom('moderation_tasks')
    .select('listing_id')
    .where('id', '=', task_id)
    .where('subject', '=', 'listing')
    .where('content', 'is', null)
    .where('applied_at', 'is', null)
  const existingTask = await bare.executeTakeFirst()
  if (!existingTask?.listing_id) return
  // The listing is locked before its task, in the same order as in `lockTask`.
  await tx.selectFrom('listings').select('id').where('id', '=', existingTask.listing_id).forUpdate().execute()
  const task = await bare.forUpdate().executeTakeFirst()
  if (!task?.listing_id) return
  const flags = await runChecks(ctx, tx, task.listing_id)
  await tx.updateTable('moderation_tasks').set(flags).where('id', '=', task_id).execute()
}

/**
 * Updates the waiting task of a locked listing after its author changed the listing, and redraws the review card. A
 * moderator who read the earlier content cannot approve it any more, because the hash of the content differs.
 */
export async function renewTask(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const task = await tx
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('subject', '=', 'listing')
    .where('applied_at', 'is', null)
    .where('state', 'in', ['open', 'claimed', 'returned'])
    .forUpdate()
    .executeTakeFirst()
  if (!task) return
  const renewed = { ...(await runChecks(ctx, tx, listing_id)), updated_at: ctx.now().toISOString() }
  await tx.updateTable('moderation_tasks').set(renewed).where('id', '=', task.id).execute()
  await record(ctx, tx, 'moderation.changed', { task_id: task.id })
}

/** Returns the columns of a task that starts to wait for moderators now, including the time of the first reminder. */
export function waitingColumns(now: Date) {
  const [first] = limits.moderation.remindMs
  const remind_at = new Date(now.getTime() + first).toISOString()
  return { waiting_since: now.toISOString(), remind_at }
}

/**
 * Runs the automatic checks on a listing. Returns the columns of a task with the listing's content and the findings.
 */
async function runChecks(ctx: Context, tx: Tx, listing_id: number) {
  const listing = await tx
    .selectFrom('listings as listing')
    .select('listing.kind')
    .select(
      sql<boolean>`exists (select from listings earlier
        where earlier.author_id = listing.author_id and earlier.published_at is not null)`.as(
        'is_known_author',
      ),
    )
    .select(gathersContacts(ctx, 'listing.author_id').as('is_gatherer'))
    .where('listing.id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const { kind, is_known_author, is_gatherer } = listing
  const content = await readPublished(tx, kind, listing_id)
  const head = content.subtitle ?? content.description
  const duplicates = await findDuplicates(ctx, tx, listing_id, typeof head === 'string' ? head : '')
  const texts = textsOf(content)
  const is_duplicate = duplicates.length > 0
  return {
    flags: review({ texts, is_known_author, is_duplicate, is_gatherer }),
    duplicate_of: duplicates[0]?.id ?? null,
    duplicates: JSON.stringify(duplicates),
    ...snapshot(content),
  }
}

/**
 * Closes the undecided tasks about a locked listing and its edits, because the author withdrew the listing. Decisions
 * about the author that have not taken effect yet stay.
 */
export async function closeTasks(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const end = { reason: 'withdrawn', effective_at: null, applied_at: ctx.now().toISOString() }
  const which = { listing_id, report_id: null, consequence: null, applied_at: null }
  const closed = await moveTasks(ctx, tx, which, 'returned', end)
  if (closed > 0) await record(ctx, tx, 'listing.withdrawn', { listing_id })
}

/**
 * Milliseconds by which a task about an edit reaches the moderators later, so that several edits in a row become one
 * task.
 */
const debounceMs = 30_000

/** @param content content of the listing with the edit applied */
type NewTask = { listing_id: number; revision_id: number; flags: Finding[]; content: Published }

/**
 * Creates the moderation task about an edit of a published listing. If the edit has an undecided task already, that
 * task is updated.
 */
export async function openRevisionTask(
  ctx: Context,
  tx: Tx,
  { listing_id, revision_id, flags, content }: NewTask,
): Promise<void> {
  const now = ctx.now()
  const at = now.toISOString()
  const reviewed = { flags, ...snapshot(content) }
  const { id: task_id, created_at } = await tx
    .insertInto('moderation_tasks')
    .values({
      subject: 'revision',
      listing_id,
      revision_id,
      created_at: at,
      updated_at: at,
      ...reviewed,
      ...waitingColumns(now),
    })
    .onConflict((conflict) =>
      conflict
        .column('revision_id')
        .where('applied_at', 'is', null)
        .doUpdateSet({ ...reviewed, updated_at: at }),
    )
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  const later = new Date(now.getTime() + debounceMs)
  if (Date.parse(created_at) === now.getTime())
    await record(ctx, tx, 'revision.submitted', { revision_id }, later)
  // The review card in the chat shows the previous text of the edit, so it is redrawn.
  else await record(ctx, tx, 'moderation.changed', { task_id }, later)
}

/** Closes the task about an edit that was replaced or withdrawn before a decision. */
export async function closeRevisionTask(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const end = { reason: 'superseded', applied_at: ctx.now().toISOString() }
  await moveTasks(ctx, tx, { revision_id }, 'returned', end, ['open', 'claimed'])
}
