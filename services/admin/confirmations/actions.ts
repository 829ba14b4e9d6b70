import { sql } from 'kysely'
import type { z } from 'zod'
import type { Confirmation } from '#contract/calls/confirmation-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { ConfirmationState } from '#db/tables/states.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { type ActName, actOf, acts, type ConfirmedActs, checkActPossible } from './confirmed-acts.ts'
import { findConfirmation, toReply } from './queries.ts'

/**
 * Asks the admin for confirmation in their chat with the bot. The act is carried out only after they confirm. A
 * repeated request returns the pending confirmation.
 * @throws the errors that the act would throw now, and bot_unreachable
 */
export async function askConfirmation<A extends ActName>(
  ctx: ActorContext,
  act: A,
  input: ConfirmedActs[A],
): Promise<z.output<typeof Confirmation>> {
  await checkActPossible(ctx, act, input)
  await checkReach(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const user_id = ctx.viewer.id
    const now = ctx.now()
    await expireOld(tx, user_id, now.toISOString())
    const added = await tx
      .insertInto('staff_confirmations')
      .values({
        user_id,
        act,
        input: JSON.stringify(input),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + limits.confirmation.ms).toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'act', 'state', 'error', 'expires_at'])
      .executeTakeFirst()
    if (!added) return findPending(tx, user_id, act, input)
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'staff_confirmation',
      payload: { confirmation_id: added.id },
    })
    await writeAudit(ctx, tx, {
      actor_id: user_id,
      action: 'confirmation.asked',
      subject: acts[act].subject(input),
      after: { confirmation_id: added.id, act, input },
    })
    return toReply(added)
  })
}

/** Marks expired confirmations, so that the same act can be requested again. */
async function expireOld(tx: Tx, user_id: number, now: string): Promise<void> {
  await tx
    .updateTable('staff_confirmations')
    .set({ state: 'expired', decided_at: now })
    .where('user_id', '=', user_id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}

async function findPending(tx: Tx, user_id: number, act: string, input: object) {
  const same = await tx
    .selectFrom('staff_confirmations')
    .select(['id', 'act', 'state', 'error', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('act', '=', act)
    .where('state', '=', 'pending')
    .where(sql<boolean>`input = ${JSON.stringify(input)}::jsonb`)
    .executeTakeFirst()
  // The insert above found a pending confirmation of the same act. Another button press has decided it before this
  // query ran.
  if (!same) throw new AppError('confirmation_over')
  return toReply(same)
}

/**
 * Checks that the bot may write to the admin. An admin who never pressed Start would not get the question.
 * @throws bot_unreachable
 */
async function checkReach({ db, viewer }: ActorContext): Promise<void> {
  const { can_write, notify_blocked_at } = await db
    .selectFrom('users')
    .select(['can_write', 'notify_blocked_at'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  if (!can_write || notify_blocked_at) throw new AppError('bot_unreachable')
}

type PendingConfirmation = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>

/**
 * Carries out a confirmed act once, with its stored input. If the act is refused, its confirmation ends too.
 * @throws confirmation_over if the confirmation was decided, has expired or belongs to somebody else; forbidden if the
 * admin lost the role; and the errors of the act
 */
export async function confirm(ctx: ActorContext, id: number): Promise<void> {
  const confirmation = await findOpen(ctx, id)
  try {
    await checkAdmin(ctx)
    await actOf(confirmation.act).run(ctx, confirmation.input, (tx) =>
      storeOutcome(ctx, tx, confirmation, 'done'),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'confirmation_over') throw error
    await ctx.db.transaction().execute((tx) => storeOutcome(ctx, tx, confirmation, 'refused', error.code))
    throw error
  }
}

/**
 * Declines an act that waits for the admin's confirmation.
 * @throws confirmation_over
 */
export async function decline(ctx: ActorContext, id: number): Promise<void> {
  const confirmation = await findOpen(ctx, id)
  await ctx.db.transaction().execute((tx) => storeOutcome(ctx, tx, confirmation, 'declined'))
}

async function findOpen(ctx: ActorContext, id: number): Promise<PendingConfirmation> {
  const confirmation = await findConfirmation(ctx.db, id, ctx.viewer.id)
  const isOpen =
    confirmation?.state === 'pending' && Date.parse(confirmation.expires_at) > ctx.now().getTime()
  if (!isOpen) throw new AppError('confirmation_over')
  return confirmation
}

/**
 * Checks the admin's role again when the admin presses the button, because the role may have been removed after the
 * question was sent.
 * @throws forbidden
 */
async function checkAdmin({ db, viewer }: ActorContext): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['role', 'status'])
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  if (person?.role !== 'admin' || person.status !== 'active') throw new AppError('forbidden')
}

/**
 * Stores the result of a confirmed act. If a button is pressed twice at once, the second call fails here, which rolls
 * back its act.
 * @throws confirmation_over
 */
async function storeOutcome(
  ctx: ActorContext,
  tx: Tx,
  { id, act, input }: PendingConfirmation,
  state: ConfirmationState,
  error: string | null = null,
): Promise<void> {
  const now = ctx.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('staff_confirmations')
    .set({ state, error, decided_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('confirmation_over')
  await writeAudit(ctx, tx, {
    actor_id: ctx.viewer.id,
    action: `confirmation.${state}`,
    subject: actOf(act).subject(input),
    after: { confirmation_id: id, act, ...(error && { error }) },
  })
}
