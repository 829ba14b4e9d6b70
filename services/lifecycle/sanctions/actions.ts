import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { applyRevision } from '#services/lifecycle/edits/actions.ts'
import { announcePublication } from '#services/listings/audience/actions.ts'
import { moveListing } from '#services/listings/moves.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { countWarnings, storeWarning } from '#services/moderation/decisions/warnings.ts'
import { setTask } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { endRequestsOfLeaver } from '#services/requests/endings.ts'
import { forgetBlock } from '#services/users/account/returning-accounts.ts'
import { forgetSessions, revokeSessions } from '#services/users/sessions/sessions.ts'

type Status = 'active' | 'blocked'

type Change = { user_id: number; status?: Status; reason?: string }

/**
 * Blocks or unblocks a person; without `status` the state is toggled. A block revokes all sessions, hides published
 * listings, rejects those that wait for review and ends the requests for services that wait for an answer. Unblocking shows the listings that the block had hidden. The person
 * is notified with the reason.
 * @throws not_found; forbidden for oneself and other admins
 */
export async function changeStatus(ctx: UserContext, change: Change): Promise<Status> {
  const actor_id = ctx.viewer.id
  return ctx.db.transaction().execute((tx) => setStatus(ctx, tx, { ...change, actor_id }))
}

/**
 * Like `changeStatus`, but runs inside the caller's transaction. The transaction must not have locked a listing before.
 */
export async function setStatus(
  ctx: Context,
  tx: Tx,
  { user_id, status, reason, actor_id }: Change & { actor_id: number },
): Promise<Status> {
  const person = await tx
    .selectFrom('users')
    .select(['status', 'role', 'ui_language'])
    .where('id', '=', user_id)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new AppError('not_found')
  const target = status ?? (person.status === 'active' ? 'blocked' : 'active')
  if (target === person.status) return target
  if (target === 'blocked' && (user_id === actor_id || person.role === 'admin'))
    throw new AppError('forbidden')
  const block_reason = target === 'blocked' ? reason || null : null
  const updated_at = ctx.now().toISOString()
  await tx
    .updateTable('users')
    .set({ status: target, block_reason, updated_at })
    .where('id', '=', user_id)
    .execute()
  if (target === 'blocked') await revokeSessions(tx, user_id, 'blocked', ctx.now())
  else {
    await forgetSessions(tx, user_id)
    await forgetBlock(tx, user_id)
  }
  if (target === 'blocked') {
    const reasonWords = block_reason ?? translatorFor(person.ui_language)('message.account_blocked.no_reason')
    await rejectOpenTasks(ctx, tx, { author_id: user_id, actor_id, reason: reasonWords })
    await hideListings(ctx, tx, user_id)
    await endRequestsOfLeaver(ctx, tx, user_id)
  } else await showListings(ctx, tx, user_id)
  await writeAudit(ctx, tx, {
    actor_id,
    action: target === 'blocked' ? 'user.block' : 'user.unblock',
    subject: { type: 'user', id: user_id },
    before: { status: person.status },
    after: { status: target, reason: block_reason },
  })
  const kind = target === 'blocked' ? 'account_blocked' : 'account_restored'
  const dedupe_key = `${kind}:${user_id}:${updated_at}`
  await queueDelivery(ctx, tx, { to: { user_id }, kind, payload: { user_id }, dedupe_key })
  return target
}

async function hideListings(ctx: Context, tx: Tx, author_id: number): Promise<void> {
  const published = await tx
    .selectFrom('listings')
    .select(['id', 'status'])
    .where('author_id', '=', author_id)
    .where('status', '=', 'published')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const listing of published)
    await moveListing(ctx, tx, listing, { by: 'staff', move: 'hide' }, { hidden_reason: 'author_blocked' })
}

/**
 * Shows an unblocked author's listings that the block had hidden, and announces those that were approved during the
 * block.
 */
async function showListings(ctx: Context, tx: Tx, author_id: number): Promise<void> {
  const hidden = await tx
    .selectFrom('listings')
    .select(['id', 'status', 'published_at'])
    .where('author_id', '=', author_id)
    .where('status', '=', 'hidden')
    .where('hidden_reason', '=', 'author_blocked')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const listing of hidden) await moveListing(ctx, tx, listing, { by: 'staff', move: 'show' })
  const { since } = await tx
    .selectFrom('audit_log')
    .select((eb) => eb.fn.max('created_at').as('since'))
    .where('action', '=', 'user.block')
    .where('subject_type', '=', 'user')
    .where('subject_id', '=', author_id)
    .executeTakeFirstOrThrow()
  for (const { id, published_at } of hidden)
    if (since && published_at && Date.parse(published_at) >= Date.parse(since))
      await announcePublication(ctx, tx, { id, author_id })
}

/**
 * Stores a warning that staff give to a person, with the reason.
 * @param reason a code of `breachReasons`, or free text
 * @returns number of the person's recent warnings
 * @throws not_found, own_case
 */
export async function warnPerson(
  ctx: UserContext,
  { user_id, reason }: { user_id: number; reason: string },
): Promise<{ warnings: number }> {
  if (user_id === ctx.viewer.id) throw new AppError('own_case')
  return ctx.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('ui_language')
      .where('id', '=', user_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw new AppError('not_found')
    const words = reasonText(person.ui_language, reason)
    const warningFacts = { user_id, given_by: ctx.viewer.id, task_id: null, reason: words }
    const warning_id = await storeWarning(ctx, tx, warningFacts)
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.warn',
      subject: { type: 'user', id: user_id },
      after: { reason },
    })
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'moderation_warning',
      payload: { warning_id },
    })
    return { warnings: await countWarnings(ctx, tx, user_id) }
  })
}

type Block = { author_id: number; actor_id: number; reason: string }

/**
 * Rejects all listings and edits of a blocked person that wait for review, so that nothing is published and payments
 * can be refunded. Decisions that were already made stay.
 */
async function rejectOpenTasks(ctx: Context, tx: Tx, { author_id, actor_id, reason }: Block) {
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
