import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { requestStatuses } from '#contract/lifecycle.ts'
import { forEachProfileText } from '#contract/profile-texts.ts'
import type { Db, Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { unassignExecutor } from '#services/lifecycle/deals/assign.ts'
import { removeListing } from '#services/lifecycle/removal/remove.ts'
import { refundCredits } from '#services/payments/refunds/automatic-refunds.ts'
import { endRequestsOfLeaver } from '#services/requests/endings.ts'
import { moveResponses } from '#services/responses/decisions/moves.ts'
import { findRole } from '#services/users/people/queries.ts'
import { revokeSessions } from '#services/users/sessions/sessions.ts'
import { storeLimitsOfDeletedAccount } from './departure.ts'
import { ofPerson } from './export.ts'
import { personalData } from './personal-data.ts'

type Deletion = {
  user_id: number
  /** True if an admin agrees that the person's running assignments are cancelled. */
  force: boolean
}

/**
 * Checks whether an account may be deleted: only by the person or by an admin.
 * @throws not_owner, not_found, executor_working
 */
export async function checkDeletion(ctx: ActorContext, { user_id, force }: Deletion): Promise<void> {
  const isAdmin = (await findRole(ctx.db, ctx.viewer.id)) === 'admin'
  if (user_id !== ctx.viewer.id && !isAdmin) throw new AppError('not_owner')
  const person = await ctx.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!person || person.status === 'deleted') throw new AppError('not_found')
  const assignments = await findAssignments(ctx.db, user_id)
  if (assignments.length && !(isAdmin && force)) throw new AppError('executor_working')
}

/**
 * Deletes a person for good: closes their listings and requests for services, erases profile and files, ends their sessions. Payments, finished
 * work and messages stay for the other side, without the person's name. Safe to repeat.
 * @param markDone runs at the end of the last transaction
 * @throws the errors of `checkDeletion`
 */
export async function deletePerson(
  ctx: ActorContext,
  { user_id, force }: Deletion,
  markDone?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await checkDeletion(ctx, { user_id, force })
  const assignments = await findAssignments(ctx.db, user_id)
  for (const { id, kind, author_id } of assignments)
    await unassignExecutor(contextOfPerson(ctx, author_id), id, kind, true)
  for (const { id, kind } of await findOpenListings(ctx.db, user_id))
    await removeListing(contextOfPerson(ctx, user_id), id, kind)
  await ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    // The lock may have waited for an assignment or listing that was added after the earlier check.
    if ((await findAssignments(tx, user_id)).length || (await findOpenListings(tx, user_id)).length)
      throw new AppError('executor_working')
    await storeLimitsOfDeletedAccount(ctx, tx, user_id)
    await endRequestsOfLeaver(ctx, tx, user_id)
    await withdrawResponses(ctx, tx, user_id)
    await refundCredits(ctx, tx, user_id)
    await anonymise(ctx, tx, user_id)
    await revokeSessions(tx, user_id, 'deleted', ctx.now())
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.delete',
      subject: { type: 'user', id: user_id },
      after: { force },
    })
    await markDone?.(tx)
  })
}

/** Context in which the listings of a leaving person are closed in the person's name. */
function contextOfPerson(ctx: ActorContext, id: number): ActorContext {
  return { ...ctx, viewer: { id } }
}

/** Running assignments of which the person is the author or the executor. */
async function findAssignments(db: Db, user_id: number) {
  return db
    .selectFrom('listings')
    .select(['id', 'kind', 'author_id'])
    .where('executor_id', 'is not', null)
    .where('status', 'in', ['in_progress', 'published', 'hidden'])
    .where((eb) => eb.or([eb('author_id', '=', user_id), eb('executor_id', '=', user_id)]))
    .execute()
}

async function findOpenListings(db: Db, author_id: number) {
  return db
    .selectFrom('listings')
    .select(['id', 'kind'])
    .where('author_id', '=', author_id)
    .where('status', 'not in', ['completed', 'archived', 'refunded', 'deleted', ...requestStatuses])
    .orderBy('id')
    .execute()
}

/** Withdraws the person's responses, except those that were chosen. */
async function withdrawResponses(ctx: ActorContext, tx: Tx, user_id: number): Promise<void> {
  const withdrawn = await moveResponses(ctx, tx, 'withdraw', { user_id }, { end_reason: 'withdrawn' })
  if (withdrawn.length === 0) return
  await tx
    .updateTable('listings')
    .set((eb) => ({ responses_count: eb('responses_count', '-', 1) }))
    .where(
      'id',
      'in',
      withdrawn.map(({ listing_id }) => listing_id),
    )
    .execute()
}

async function anonymise(ctx: ActorContext, tx: Tx, user_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  for (const { table, where, on_delete } of personalData)
    if (on_delete === 'erased')
      await sql`delete from ${sql.table(table)} where ${ofPerson(where, user_id)}`.execute(tx)
  await tx
    .updateTable('users')
    .set({
      status: 'deleted',
      telegram_id: null,
      username: null,
      photo_url: null,
      logo_url: null,
      ...forEachProfileText(() => null),
      category_id: null,
      years_of_experience: null,
      resume_url: null,
      resume_file_id: null,
      portfolio_file_id: null,
      time_zone: null,
      quiet_from: null,
      quiet_to: null,
      muted_kinds: [],
      block_reason: null,
      last_seen_at: null,
      seen_on: null,
      verification: 'none',
      verified_at: null,
      role: 'user',
      can_write: false,
      departed_mark: null,
      full_name: translatorFor(defaultLanguage)('bot.person.deleted'),
      updated_at: now,
    })
    .where('id', '=', user_id)
    .execute()
  await tx
    .updateTable('files')
    .set({ deleted_at: now })
    .where('owner_id', '=', user_id)
    // Delivered work stays with the other side.
    .where('deal_step_id', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
