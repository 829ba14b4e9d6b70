import { AppError } from '#contract/errors.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'

const done = { ok: true } as const

/** Repeating it changes nothing: clients on weak networks retry. @throws not_found, invalid_input */
export async function addUser(ctx: UserContext, favorite_id: number) {
  if (favorite_id === ctx.viewer.id) throw new AppError('invalid_input', { fields: [{ path: 'user_id' }] })
  if ((await contactVisibility(ctx.db, ctx.viewer.id, favorite_id)).hidden) throw new AppError('not_found')
  await ctx.db
    .insertInto('favorite_users')
    .values({ user_id: ctx.viewer.id, favorite_id, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return done
}

export async function removeUser(ctx: UserContext, favorite_id: number) {
  await ctx.db
    .deleteFrom('favorite_users')
    .where('user_id', '=', ctx.viewer.id)
    .where('favorite_id', '=', favorite_id)
    .execute()
  return done
}
