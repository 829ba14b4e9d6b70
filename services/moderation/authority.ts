import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Asks the database on every act: sitting in the moderators' chat gives no right, and a lost role is lost at once.
 * @throws forbidden unless the person is an active moderator or admin
 */
export async function checkModerator(ctx: Context, db: Db, user_id: number): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(['role', 'status', 'telegram_id'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  const isStaff =
    person &&
    (person.role !== 'user' || ctx.config.ADMIN_TELEGRAM_IDS.some((id) => id === person.telegram_id))
  if (!isStaff || person.status !== 'active') throw new AppError('forbidden')
}
