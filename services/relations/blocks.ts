import { AppError } from '#contract/errors.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { readerOf } from '#services/listings/projections.ts'
import { endRequestsBetween } from '#services/requests/endings.ts'
import { lockSides } from '#services/requests/rules.ts'
import { forgetBlockBy } from '#services/users/account/returning-accounts.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'
import { findHiddenAuthors } from '#services/users/visibility/hidden-authors.ts'

/**
 * Blocks a person for the caller, and ends the requests for services that wait between the two; blocking again changes
 * nothing.
 * @throws not_found
 */
export async function blockPerson(ctx: ActorContext, blocked_id: number): Promise<void> {
  if (blocked_id === ctx.viewer.id) throw new AppError('invalid_input', { fields: [{ path: 'user_id' }] })
  const person = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', blocked_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (!person) throw new AppError('not_found')
  await ctx.db.transaction().execute(async (tx) => {
    // The sides first, as whoever orders a service: no request slips in beside the block.
    await lockSides(tx, [ctx.viewer.id, blocked_id])
    await tx
      .insertInto('user_blocks')
      .values({ user_id: ctx.viewer.id, blocked_id, created_at: ctx.now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await endRequestsBetween(ctx, tx, ctx.viewer.id, blocked_id)
  })
}

export async function unblockPerson(ctx: ActorContext, blocked_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('user_blocks')
      .where('user_id', '=', ctx.viewer.id)
      .where('blocked_id', '=', blocked_id)
      .execute()
    await forgetBlockBy(tx, ctx.viewer.id, blocked_id)
  })
}

/** People whom the caller has blocked, latest first. */
export async function listBlocked(ctx: UserContext) {
  const rows = await ctx.db
    .selectFrom('user_blocks')
    .select('blocked_id')
    .where('user_id', '=', ctx.viewer.id)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  const ids = rows.map((row) => row.blocked_id)
  return listUsersByIds(ctx.db, ids, readerOf(ctx))
}

/** Authors whose listings the caller hides. */
export async function listHiddenAuthors(ctx: UserContext) {
  return listUsersByIds(ctx.db, await findHiddenAuthors(ctx.db, ctx.viewer.id), readerOf(ctx))
}
