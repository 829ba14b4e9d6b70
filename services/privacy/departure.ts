import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { DepartureKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { departureMark } from '#services/core/records/departure-mark.ts'
import { reportedAuthor } from '#services/moderation/author/author.ts'

const { dayMs, rejectionsMs, leftMs, openMs } = limits.deletedAccountRetention

/** Acts of a person that count towards limits, with their times. Rejections are read from the moderation tasks. */
const countedActs: { kind: DepartureKind; ms: number; moments: (user_id: number) => RawBuilder<unknown> }[] =
  [
    {
      kind: 'posts',
      ms: dayMs,
      moments: (id) => sql`select created_at from listings where author_id = ${id} and audience = 'public'`,
    },
    {
      kind: 'responses',
      ms: dayMs,
      moments: (id) => sql`select created_at from responses where user_id = ${id}
        and listing_id not in (select listing_id from service_requests where freelancer_id = ${id})`,
    },
    {
      kind: 'reports',
      ms: dayMs,
      moments: (id) => sql`select created_at from reports where reporter_id = ${id}`,
    },
    {
      kind: 'uploads',
      ms: dayMs,
      moments: (id) => sql`select created_at from files where owner_id = ${id} and purpose <> 'document'`,
    },
    {
      kind: 'rooms',
      ms: dayMs,
      moments: (id) => sql`select created_at from chat_rooms where opened_by = ${id} and kind = 'other'`,
    },
    {
      kind: 'rejections',
      ms: rejectionsMs,
      moments: (id) => sql`select task.applied_at as created_at from moderation_tasks task
      join listings listing on listing.id = task.listing_id
      where listing.author_id = ${id} and task.subject = 'listing' and task.state = 'rejected'
        and task.applied_at is not null`,
    },
  ]

/**
 * Stores what a new account of a leaving person must not reset: daily counters, rejections, blocks and open complaints.
 * These data are stored under a hash of the Telegram id, without rating, texts or name. Call it before the person's row
 * is anonymised.
 */
export async function storeLimitsOfDeletedAccount(ctx: Context, tx: Tx, user_id: number): Promise<void> {
  const { telegram_id, status } = await tx
    .selectFrom('users')
    .select(['telegram_id', 'status'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (telegram_id === null) return
  const mark = departureMark(ctx, telegram_id)
  const now = ctx.now()
  const until = (ms: number) => new Date(now.getTime() + ms).toISOString()
  // An earlier account of the same person may have left rows when it was deleted. The new rows replace the earlier
  // ones.
  await tx
    .deleteFrom('departures')
    .where('mark', '=', mark)
    .where('kind', 'in', ['left', 'block', 'blocked_by'])
    .execute()
  for (const { kind, ms, moments } of countedActs)
    await sql`insert into departures (mark, kind, moments, kept_until)
      select ${mark}, ${kind}, array_agg(created_at order by created_at),
        max(created_at) + ${ms} * interval '1 millisecond'
      from (${moments(user_id)}) done where created_at > ${until(-ms)} having count(*) > 0`.execute(tx)
  const open = until(openMs)
  await sql`insert into departures (mark, kind, other_id, kept_until)
    select ${mark}, 'blocked_by', user_id, ${open} from user_blocks where blocked_id = ${user_id}`.execute(tx)
  await sql`insert into departures (mark, kind, report_id, kept_until)
    select ${mark}, 'report', report.id, ${open} from reports report
    where report.state = 'open' and ${reportedAuthor} = ${user_id}`.execute(tx)
  await tx
    .insertInto('departures')
    .values([
      { mark, kind: 'left', kept_until: until(leftMs) },
      ...(status === 'blocked' ? [{ mark, kind: 'block' as const, kept_until: open }] : []),
    ])
    .execute()
}
