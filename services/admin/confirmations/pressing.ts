import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { ConfirmationState } from '#db/tables/states.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findConfirmation } from './queries.ts'
import { actOf } from './staff-acts.ts'

type Asked = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>

/**
 * The press: does what was asked for, with exactly what was asked, once. An act that is refused now is over too.
 * @throws confirmation_over when it was pressed before, is late or is somebody else's; forbidden without the role;
 * what the act throws
 */
export async function confirm(ctx: ActorContext, id: number): Promise<void> {
  const asked = await findOpen(ctx, id)
  try {
    await checkAdmin(ctx)
    await actOf(asked.act).run(ctx, asked.input, (tx) => conclude(ctx, tx, asked, 'done'))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'confirmation_over') throw error
    await ctx.db.transaction().execute((tx) => conclude(ctx, tx, asked, 'refused', error.code))
    throw error
  }
}

/** The admin did not mean it. @throws confirmation_over */
export async function decline(ctx: ActorContext, id: number): Promise<void> {
  const asked = await findOpen(ctx, id)
  await ctx.db.transaction().execute((tx) => conclude(ctx, tx, asked, 'declined'))
}

async function findOpen(ctx: ActorContext, id: number): Promise<Asked> {
  const asked = await findConfirmation(ctx.db, id, ctx.viewer.id)
  const isOpen = asked?.state === 'pending' && Date.parse(asked.expires_at) > ctx.now().getTime()
  if (!isOpen) throw new AppError('confirmation_over')
  return asked
}

/** The role may have gone since the question. @throws forbidden */
async function checkAdmin({ db, viewer }: ActorContext): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['role', 'status'])
    .where('id', '=', viewer.id)
    .executeTakeFirst()
  if (person?.role !== 'admin' || person.status !== 'active') throw new AppError('forbidden')
}

/**
 * Of two presses at once the second finds the question answered, and its transaction rolls its act back.
 * @throws confirmation_over
 */
async function conclude(
  ctx: ActorContext,
  tx: Tx,
  { id, act, input }: Asked,
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
