import { AppError } from '#contract/errors.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { notBlocked } from './blocks.ts'
import { findReach } from './contacts.ts'
import { listUsersByIds } from './queries.ts'

const done = { ok: true } as const

/** Repeating it changes nothing: a retry on a weak network is normal. @throws not_found, invalid_input */
export async function addUser(ctx: UserContext, favorite_id: number) {
  if (favorite_id === ctx.viewer.id) throw new AppError('invalid_input', { fields: [{ path: 'user_id' }] })
  if ((await findReach(ctx.db, ctx.viewer.id, favorite_id)).hidden) throw new AppError('not_found')
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

/** Favourite people, latest first; those who are gone or do not want to meet are left out. */
export async function listUsers(ctx: UserContext) {
  const rows = await ctx.db
    .selectFrom('favorite_users as favorite')
    .innerJoin('users as person', 'person.id', 'favorite.favorite_id')
    .select('person.id')
    .where('favorite.user_id', '=', ctx.viewer.id)
    .where('person.status', '=', 'active')
    .where(notBlocked('person.id', ctx.viewer.id))
    .orderBy('favorite.created_at', 'desc')
    .limit(1000)
    .execute()
  const ids = rows.map((row) => row.id)
  return listUsersByIds(ctx.db, ids, { viewer_id: ctx.viewer.id, language: ctx.language })
}
