import { sql } from 'kysely'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** So many within this time make a card propose a block. */
export const warningLimits = { count: 2, ms: 90 * 86_400_000 } as const

type Warning = { user_id: number; given_by: number; task_id: number | null; reason: string }

export async function storeWarning(ctx: Context, tx: Tx, warning: Warning): Promise<number> {
  const created_at = ctx.now().toISOString()
  const { id } = await tx
    .insertInto('warnings')
    .values({ ...warning, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How often a person was warned lately. */
export async function countWarnings({ now }: Pick<Context, 'now'>, db: Db, user_id: number): Promise<number> {
  const since = new Date(now().getTime() - warningLimits.ms).toISOString()
  const { warnings } = await db
    .selectFrom('warnings')
    .select((eb) => eb.fn.countAll<number>().as('warnings'))
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return warnings
}

/** What a person was warned of, the latest first. */
export function listWarnings(db: Db, user_id: number) {
  return db
    .selectFrom('warnings')
    .leftJoin('users as staff', 'staff.id', 'warnings.given_by')
    .select(['warnings.reason', 'warnings.created_at', 'staff.full_name as given_by'])
    .where('warnings.user_id', '=', user_id)
    .orderBy('warnings.id', 'desc')
    .limit(100)
    .execute()
}

/** How often the author of a task had been warned lately when it came, and since then, over `task` and `author`. */
export const authorWarnings = sql<number>`(select count(*)::int from warnings
  where user_id = author.id
    and created_at > task.created_at - ${sql.lit(warningLimits.ms / 1000)} * interval '1 second')`
