import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { isDemoId, readDemoMark } from '#db/demo-mark.ts'
import type { Tx } from '#db/index.ts'
import type { UserRole } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { revokeSessions } from '#services/users/sessions/sessions.ts'

type PersonFlag = { role: UserRole } | { is_focus_group: boolean }

type Change<T extends PersonFlag> = { user_id: number; action: string; after: T; actor_id: number | null }

/**
 * Changes a person's role or focus group.
 * @returns false if nothing changed
 * @throws not_found, forbidden
 */
async function changePerson<T extends PersonFlag>(
  ctx: Context,
  tx: Tx,
  { user_id, action, after, actor_id }: Change<T>,
): Promise<boolean> {
  const [column] = Object.keys(after) as (keyof T & ('role' | 'is_focus_group'))[]
  const before = await tx
    .selectFrom('users')
    .select(['telegram_id', 'role', 'is_focus_group'])
    .where('id', '=', user_id)
    .where('status', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!before || !column) throw new AppError('not_found')
  if (before[column] === after[column]) return false
  if ('role' in after && after.role !== 'user') await refuseDemo(tx, before.telegram_id)
  const updated_at = ctx.now().toISOString()
  await tx
    .updateTable('users')
    .set({ ...after, updated_at })
    .where('id', '=', user_id)
    .execute()
  const subject = { type: 'user', id: user_id } as const
  await writeAudit(ctx, tx, {
    actor_id,
    action,
    subject,
    before: { [column]: before[column] },
    after,
  })
  return true
}

/**
 * Refuses to make a demo person a member of the staff, except in a demo with the stand-ins of Telegram and Robokassa.
 * The database refuses it too, but with an unclear error.
 */
async function refuseDemo(tx: Tx, telegram_id: number | null): Promise<void> {
  if (telegram_id !== null && isDemoId(telegram_id) && !(await readDemoMark(tx))?.staff)
    throw new AppError('forbidden')
}

/**
 * Changes a person's role and ends their sessions, so that no session keeps the old role.
 * @param markDone callback at the end of the transaction
 * @throws not_found
 */
export async function setRole(
  ctx: ActorContext,
  { user_id, role }: { user_id: number; role: UserRole },
  markDone: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await changeRole(ctx, tx, { user_id, role, actor_id: ctx.viewer.id })
    await markDone(tx)
  })
}

async function changeRole(
  ctx: Context,
  tx: Tx,
  { user_id, role, actor_id }: { user_id: number; role: UserRole; actor_id: number | null },
): Promise<boolean> {
  const isChanged = await changePerson(ctx, tx, { user_id, action: 'user.role', after: { role }, actor_id })
  if (isChanged) await revokeSessions(tx, user_id, 'role_changed', ctx.now())
  return isChanged
}

/**
 * Makes a person an administrator from the command line, without the consent of another administrator.
 * @returns undefined if nobody has that name, or more than one person has it
 */
export async function appointAdmin(
  ctx: Context,
  by: { telegram_id: number } | { username: string },
): Promise<{ id: number; full_name: string; is_new: boolean } | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const people = tx.selectFrom('users').select(['id', 'full_name']).where('status', '<>', 'deleted')
    const found = await ('username' in by
      ? people.where(sql`lower(username)`, '=', by.username.toLowerCase())
      : people.where('telegram_id', '=', by.telegram_id)
    ).execute()
    const [person, second] = found
    // Two accounts may have the same username. Telegram gives an abandoned username to another person, and our row of
    // the first owner is updated only when the first owner returns.
    if (!person || second) return undefined
    const is_new = await changeRole(ctx, tx, { user_id: person.id, role: 'admin', actor_id: null })
    return { ...person, is_new }
  })
}

/**
 * Adds a person to the focus group or removes them.
 * @throws not_found
 */
export async function setFocusGroup(
  ctx: ActorContext,
  user_id: number,
  is_focus_group: boolean,
): Promise<void> {
  await ctx.db.transaction().execute((tx) =>
    changePerson(ctx, tx, {
      user_id,
      action: 'user.focus_group',
      after: { is_focus_group },
      actor_id: ctx.viewer.id,
    }),
  )
}

/**
 * Decides about a phone number that two accounts have confirmed. Both accounts may be right, because numbers get new
 * owners. A refused person may confirm another number.
 * @throws not_found, not_in_conflict
 */
export async function decidePhoneConflict(
  ctx: UserContext,
  user_id: number,
  verdict: 'confirmed' | 'refused',
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select('verification')
      .where('id', '=', user_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    if (before.verification !== 'conflict') throw new AppError('not_in_conflict')
    const now = ctx.now().toISOString()
    const after =
      verdict === 'confirmed'
        ? ({ verification: 'confirmed', verified_at: now } as const)
        : ({ verification: 'none' } as const)
    await tx
      .updateTable('users')
      .set({ ...after, updated_at: now })
      .where('id', '=', user_id)
      .execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.verification',
      subject: { type: 'user', id: user_id },
      before,
      after: { verification: after.verification },
    })
  })
}
