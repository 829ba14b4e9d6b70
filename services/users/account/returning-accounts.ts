import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { departureMark } from '#services/core/records/departure-mark.ts'

/** Data kept about a deleted account. A new account with the same Telegram id takes them over. */
export async function findDeparted(ctx: Context, tx: Tx, telegram_id: number) {
  const mark = departureMark(ctx, telegram_id)
  const departure = await tx
    .selectFrom('departures')
    .select(['kind', 'other_id', 'report_id'])
    .where('mark', '=', mark)
    .where('kept_until', '>', ctx.now().toISOString())
    .execute()
  if (departure.length === 0) return { columns: {}, apply: async () => {} }
  const isBlocked = departure.some(({ kind }) => kind === 'block')
  return {
    columns: { departed_mark: mark, ...(isBlocked && { status: 'blocked' as const }) },
    /**
     * Applies blocks that other people set on the deleted account, and open complaints about that account, to the new
     * account.
     */
    async apply(user_id: number): Promise<void> {
      await sql`insert into user_blocks (user_id, blocked_id, created_at)
        select other_id, ${user_id}, ${ctx.now().toISOString()} from departures departure
        join users other on other.id = departure.other_id and other.status <> 'deleted'
        where mark = ${mark} and kind = 'blocked_by' on conflict do nothing`.execute(tx)
      await sql`update reports set
          subject_id = case subject_type when 'user' then ${user_id} else subject_id end,
          author_id = case subject_type when 'service' then ${user_id}::bigint end
        where subject_type in ('user', 'service') and state = 'open'
          and id in (select report_id from departures where mark = ${mark} and kind = 'report')`.execute(tx)
    },
  }
}

/** Deletes the stored block of a deleted account when staff unblock the person. */
export async function forgetBlock(tx: Tx, user_id: number): Promise<void> {
  await sql`delete from departures where kind = 'block'
    and mark = (select departed_mark from users where id = ${user_id})`.execute(tx)
}

/** Deletes the block of one person against another that is kept about a deleted account. */
export async function forgetBlockBy(tx: Tx, other_id: number, blocked_id: number): Promise<void> {
  await sql`delete from departures where kind = 'blocked_by' and other_id = ${other_id}
    and mark = (select departed_mark from users where id = ${blocked_id})`.execute(tx)
}

/** Deletes the complaints that are kept about a deleted account, when they are closed. */
export async function forgetReports(tx: Tx, task_id: number): Promise<void> {
  await sql`delete from departures where report_id in (select id from reports where task_id = ${task_id})`.execute(
    tx,
  )
}

/**
 * Deletes data about deleted accounts that were kept long enough.
 * @returns number of rows
 */
export async function deleteExpiredDepartures({ db, now }: Context): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('departures')
    .where('kept_until', '<=', now().toISOString())
    .executeTakeFirst()
  await sql`update users set departed_mark = null where departed_mark is not null
    and not exists (select from departures where mark = users.departed_mark)`.execute(db)
  return Number(numDeletedRows)
}
