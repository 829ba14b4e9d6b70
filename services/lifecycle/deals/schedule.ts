import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'
import { finishWork } from './assign.ts'

/** Reminders and automatic steps of deals in which one side does not answer. */

const dayMs = 24 * 60 * 60_000
const { acceptDays, dueDays, remindDays } = limits.deal

/**
 * Reminds authors to answer handed-in work, once on each of the days in `limits.deal.remindDays`. Repeated calls send
 * no second message.
 * @returns number of messages
 */
export async function remindOfAnswers(ctx: Context): Promise<number> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
      select listing.author_id, 'work_unanswered', 'transactional',
        'work_unanswered:' || listing.id || ':' || day || ':' || extract(epoch from listing.handed_in_at),
        jsonb_build_object('listing_id', listing.id), ${ctx.request_id}, ${now}, ${now}
      from listings listing, unnest(${[...remindDays]}::int[]) day
      where listing.status = 'in_progress' and listing.handed_in_at is not null
        and listing.handed_in_at <= ${now}::timestamptz - day * interval '1 day'
        -- Of reminders that are due together only the latest is sent.
        and not exists (select from unnest(${[...remindDays]}::int[]) later
          where later > day and listing.handed_in_at <= ${now}::timestamptz - later * interval '1 day')
      on conflict (dedupe_key) do nothing
    `.execute(tx)
    await wakeSender(tx)
    return Number(numAffectedRows)
  })
}

/**
 * Reminds executors a day before the due date of the work, once for each due date. If the work was started or returned
 * less than a day before the due date, there is no reminder.
 */
export async function remindOfDates(ctx: Context): Promise<number> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
      select listing.executor_id, 'work_due', 'transactional',
        'work_due:' || listing.id || ':' || listing.executor_id || ':' || extract(epoch from due.at)::bigint,
        jsonb_build_object('listing_id', listing.id), ${ctx.request_id}, ${now}, ${now}
      from listings listing, lateral (select coalesce(listing.due_at, listing.deadline) as at) due
      where listing.status = 'in_progress' and listing.handed_in_at is null and listing.kind = 'order'
        and listing.executor_id is not null
        and coalesce(listing.due_at, listing.deadline) > ${now}
        and coalesce(listing.due_at, listing.deadline) <= ${now}::timestamptz + ${dueDays} * interval '1 day'
        and coalesce(listing.returned_at, listing.chosen_at) <= due.at - ${dueDays} * interval '1 day'
      on conflict (dedupe_key) do nothing
    `.execute(tx)
    await wakeSender(tx)
    return Number(numAffectedRows)
  })
}

/**
 * Accepts handed-in work that the author did not answer for `acceptDays` days, and notifies both sides.
 * @returns number of listings
 */
export async function acceptUnanswered(ctx: Context, batch: number): Promise<number> {
  const since = new Date(ctx.now().getTime() - acceptDays * dayMs).toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const unanswered = await tx
      .selectFrom('listings')
      .select(['id', 'status', 'executor_id', 'author_id'])
      .where('status', '=', 'in_progress')
      .where('handed_in_at', '<=', since)
      .orderBy('handed_in_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const listing of unanswered) await finishWork(ctx, tx, listing, 'clock')
    return unanswered.length
  })
}
