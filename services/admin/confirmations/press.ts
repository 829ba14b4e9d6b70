import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { ConfirmationState } from '#db/tables/states.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findConfirmation } from './queries.ts'
import { actOf } from './staff-acts.ts'

type PendingConfirmation = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>

/**
 * Carries out a confirmed act once, with its stored input. A refused act ends the confirmation too.
 * @throws confirmation_over if it was decided, has expired or belongs to somebody else; forbidden without the
 * role; as the act
 */
export async function confirm(ctx: ActorContext, id: number): Promise<void> {
  const confirmation = await findOpen(ctx, id)
  try {
    await checkAdmin(ctx)
    await actOf(confirmation.act).run(ctx, confirmation.input, (tx) =>
      conclude(ctx, tx, confirmation, 'done'),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'confirmation_over') throw error
    await ctx.db.transaction().execute((tx) => conclude(ctx, tx, confirmation, 'refused', error.code))
    throw error
  }
}

/**
 * Declines an act.
 * @throws confirmation_over
 */
export async function decline(ctx: ActorContext, id: number): Promise<void> {
  const confirmation = await findOpen(ctx, id)
  await ctx.db.transaction().execute((tx) => conclude(ctx, tx, confirmation, 'declined'))
}

async function findOpen(ctx: ActorContext, id: number): Promise<PendingConfirmation> {
  const confirmation = await findConfirmation(ctx.db, id, ctx.viewer.id)
  const isOpen =
    confirmation?.state === 'pending' && Date.parse(confirmation.expires_at) > ctx.now().getTime()
  if (!isOpen) throw new AppError('confirmation_over')
  return confirmation
}

/**
 * The role may have been removed since the question.
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
 * Stores the result. Of two simultaneous presses the second fails here, which rolls back its act.
 * @throws confirmation_over
 */
async function conclude(
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
