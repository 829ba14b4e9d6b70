import { AppError } from '#contract/errors.ts'
import type { UserRole } from '#db/tables.ts'
import { writeAudit } from '#services/moderation/audit.ts'
import { hurryInquiry } from '#services/payments/inquiries.ts'
import type { UserContext } from '#services/request-context.ts'
import { revokeSessions } from '#services/users/sessions.ts'

/** Gives a person a role; their sessions end, so that the old one is gone everywhere. @throws not_found */
export async function setRole(ctx: UserContext, user_id: number, role: UserRole): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select('role')
      .where('id', '=', user_id)
      .where('status', '<>', 'deleted')
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    if (before.role === role) return
    await tx
      .updateTable('users')
      .set({ role, updated_at: ctx.now().toISOString() })
      .where('id', '=', user_id)
      .execute()
    await revokeSessions(tx, user_id, 'role_changed', ctx.now())
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.role',
      subject: { type: 'user', id: user_id },
      before,
      after: { role },
    })
  })
}

/** Asks the provider about a payment again, now. @throws not_found */
export async function checkPayment(ctx: UserContext, payment_id: number): Promise<void> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', payment_id)
    .executeTakeFirst()
  if (!payment) throw new AppError('not_found')
  await hurryInquiry(ctx, payment_id)
}
