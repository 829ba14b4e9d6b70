import { sql } from 'kysely'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Limits of warnings: after `count` warnings within `ms` milliseconds, review cards offer to block the person. */
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

/** Time after which a warning counts as recent. */
const recentSince = ({ now }: Pick<Context, 'now'>) =>
  new Date(now().getTime() - warningLimits.ms).toISOString()

/** Counts the warnings that a person got within the last `warningLimits.ms` milliseconds. */
export async function countWarnings({ now }: Pick<Context, 'now'>, db: Db, user_id: number): Promise<number> {
  const since = recentSince({ now })
  const { warnings } = await db
    .selectFrom('warnings')
    .select((eb) => eb.fn.countAll<number>().as('warnings'))
    .where('user_id', '=', user_id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return warnings
}

/** Lists a person's warnings, newest first, at most 100. */
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

/**
 * SQL for the number of the author's warnings within the 90 days before the task was created, and later. The query
 * needs the aliases `task` and `author`.
 */
export const authorWarnings = sql<number>`(select count(*)::int from warnings
  where user_id = author.id
    and created_at > task.created_at - ${sql.lit(warningLimits.ms / 1000)} * interval '1 second')`

/** SQL for the number of the author's recent warnings. The query needs the alias `author`. */
export const recentWarnings = (ctx: Pick<Context, 'now'>) =>
  sql<number>`(select count(*)::int from warnings where user_id = author.id and created_at > ${recentSince(ctx)})`
