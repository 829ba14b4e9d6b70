import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { wakeSender } from '#services/notifications/outbox/queue.ts'

const { hours, gapMs, perDay, count } = limits.waitingReminder
const [first, second] = hours
const { perHour, perDay: bulkPerDay } = limits.bulkMessages

/**
 * Reminds authors of responses they have not answered, in one statement. `limits.nudge.hours` contains two numbers of
 * hours; an author is reminded of a listing after each of them. Hourly and daily limits per person apply; an author
 * over a limit is reminded in a later round.
 * @returns number of messages
 */
export async function remindAuthors(ctx: Context): Promise<number> {
  const now = ctx.now().toISOString()
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString()
  const [once, twice] = [ago(first * 3_600_000), ago(second * 3_600_000)]
  const [gap, dayAgo, hourAgo] = [ago(gapMs), ago(86_400_000), ago(3_600_000)]
  return ctx.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      with waiting as (
        select response.id, response.listing_id, listing.author_id, response.nudges,
          coalesce(response.waits_since, response.created_at) as since
        from responses response join listings listing on listing.id = response.listing_id
        where response.status in ('no_show', 'shown') and listing.status = 'published'
          and (listing.nudged_at is null or listing.nudged_at <= ${gap})
      ), due as (
        select listing_id, author_id, min(since) as since, count(*) as total,
          (array_agg(id order by since, id))[1:${sql.lit(count)}] as ids,
          case when bool_or(nudges < 2 and since <= ${twice}) then ${sql.lit(second)}::int
            else ${sql.lit(first)}::int end as hours
        from waiting group by listing_id, author_id
        having bool_or(nudges < 1 and since <= ${once} or nudges < 2 and since <= ${twice})
      ), allowed as (
        select due.* from (
          select due.*, row_number() over (partition by due.author_id order by due.since, due.listing_id) as turn
          from due join users author on author.id = due.author_id and author.status = 'active') due
        cross join lateral (
          select count(*) filter (where created_at > ${hourAgo}) as hour, count(*) as day,
            count(*) filter (where kind = 'responses_waiting') as nudges
          from deliveries past
          where past.user_id = due.author_id and past.lane = 'bulk' and past.created_at > ${dayAgo}) lately
        where turn + lately.nudges <= ${sql.lit(perDay)} and turn + lately.hour <= ${sql.lit(perHour)}
          and turn + lately.day <= ${sql.lit(bulkPerDay)}
      ), noted as (
        update listings set nudged_at = ${now} from allowed
        where listings.id = allowed.listing_id and (nudged_at is null or nudged_at <= ${gap})
        returning allowed.*
      ), counted as (
        update responses set nudges = case when waiting.since <= ${twice} then 2 else 1 end
        from waiting join noted using (listing_id)
        where responses.id = waiting.id and waiting.since <= ${once}
      )
      insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
      select author_id, 'responses_waiting', 'bulk',
        'responses_waiting:' || listing_id || ':' || extract(epoch from ${now}::timestamptz),
        jsonb_build_object('listing_id', listing_id, 'response_ids', ids, 'total', total, 'hours', hours),
        ${ctx.request_id}, ${now}, ${now}
      from noted
      on conflict (dedupe_key) do nothing
    `.execute(tx)
    await wakeSender(tx)
    return Number(numAffectedRows ?? 0)
  })
}
