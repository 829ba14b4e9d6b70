import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { UserRole } from '#db/tables.ts'
import { writeAudit } from '#services/core/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { revokeSessions } from '#services/users/sessions.ts'

type Standing = { role: UserRole } | { is_focus_group: boolean }

/** Changes what only an admin may change of a person. @returns false when it was so already @throws not_found */
async function changePerson<T extends Standing>(
  ctx: ActorContext,
  tx: Tx,
  user_id: number,
  action: string,
  after: T,
): Promise<boolean> {
  const [column] = Object.keys(after) as (keyof T & ('role' | 'is_focus_group'))[]
  const before = await tx
    .selectFrom('users')
    .select(['role', 'is_focus_group'])
    .where('id', '=', user_id)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!before || !column) throw new AppError('not_found')
  if (before[column] === after[column]) return false
  const updated_at = ctx.now().toISOString()
  await tx
    .updateTable('users')
    .set({ ...after, updated_at })
    .where('id', '=', user_id)
    .execute()
  const subject = { type: 'user', id: user_id } as const
  await writeAudit(ctx, tx, {
    actor_id: ctx.viewer.id,
    action,
    subject,
    before: { [column]: before[column] },
    after,
  })
  return true
}

/**
 * Gives a person a role; their sessions end, so that the old one is gone everywhere.
 * @param done joins the transaction at its end
 * @throws not_found
 */
export async function setRole(
  ctx: ActorContext,
  { user_id, role }: { user_id: number; role: UserRole },
  done: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await changePerson(ctx, tx, user_id, 'user.role', { role }))
      await revokeSessions(tx, user_id, 'role_changed', ctx.now())
    await done(tx)
  })
}

/** Puts a person into the focus group or takes them out of it. @throws not_found */
export async function setFocusGroup(
  ctx: ActorContext,
  user_id: number,
  is_focus_group: boolean,
): Promise<void> {
  await ctx.db
    .transaction()
    .execute((tx) => changePerson(ctx, tx, user_id, 'user.focus_group', { is_focus_group }))
}
