import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { isAnswered } from './records.ts'

/**
 * Computes the records of everybody with a published listing or accepted work, in batches. An unchanged record is not
 * written.
 * @returns number of written records
 */
export async function countRecords(ctx: Context): Promise<number> {
  const now = ctx.now().toISOString()
  let writtenCount = 0
  for (let after: number | null = 0; after !== null; ) {
    const people = sql`id > ${after} and (posted_count > 0 or completed_count > 0)`
    const batchResult: CountedBatch = await countBatch(ctx.db, people, now)
    writtenCount += batchResult.written
    after = batchResult.last
  }
  return writtenCount
}

/** Computes the records of the author and of the executor of a listing. */
export async function countRecordsOfSides(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const people = sql`id in (
    select unnest(array[author_id, executor_id]) from listings where listings.id = ${listing_id})`
  await countBatch(tx, people, ctx.now().toISOString())
}

type CountedBatch = { last: number | null; written: number }

/** @param people SQL condition on the rows of `users` that the batch is taken from */
async function countBatch(db: Db | Tx, people: RawBuilder<unknown>, now: string): Promise<CountedBatch> {
  const { days, prior, batch } = limits.record
  const moment = sql`${now}::timestamptz`
  const since = sql`${moment} - ${days} * interval '1 day'`
  const { rows } = await sql<CountedBatch>`
    with batch as materialized (
      select id from users
      where ${people} and status <> 'deleted'
      order by id limit ${batch}
    ),
    ${authors(moment, since)},
    ${freelancers(moment, since)},
    counted as (
      select id as user_id, coalesce(closed, 0) as closed, coalesce(hired, 0) as hired,
        coalesce(responses, 0) as responses, coalesce(answered, 0) as answered,
        round(100.0 * (coalesce(answered, 0) + ${prior.answered}) / (coalesce(responses, 0) + ${prior.responses}))
          as answered_percent,
        ${minutes(sql`wait`)} as wait_minutes, coalesce(paid_placements, 0) as paid_placements,
        coalesce(completed, 0) as completed, coalesce(dated, 0) as dated, coalesce(on_time, 0) as on_time,
        coalesce(returning_clients, 0) as returning_clients, coalesce(talks, 0) as talks,
        ${minutes(sql`reply`)} as reply_minutes, coalesce(invited, 0) as invited,
        coalesce(invites_answered, 0) as invites_answered,
        round(100.0 * (coalesce(invites_answered, 0) + ${prior.answered}) / (coalesce(invited, 0) + ${prior.responses}))
          as invites_percent
      from batch left join closings using (id) left join answers using (id) left join placements using (id)
        left join works using (id) left join returns using (id) left join replies using (id)
        left join invites using (id)
    ),
    written as (
      insert into person_records as kept select * from counted order by user_id
      on conflict (user_id) do update set
        (closed, hired, responses, answered, answered_percent, wait_minutes, paid_placements, completed, dated,
          on_time, returning_clients, talks, reply_minutes, invited, invites_answered, invites_percent) =
        (excluded.closed, excluded.hired, excluded.responses, excluded.answered, excluded.answered_percent,
          excluded.wait_minutes, excluded.paid_placements, excluded.completed, excluded.dated, excluded.on_time,
          excluded.returning_clients, excluded.talks, excluded.reply_minutes,
          excluded.invited, excluded.invites_answered, excluded.invites_percent)
      where kept is distinct from excluded
      returning 1
    )
    select (select max(id) from batch)::float8 as last, (select count(*)::int from written) as written`.execute(
    db,
  )
  return rows[0] ?? { last: null, written: 0 }
}

/** SQL for the whole minutes of a duration in seconds; an infinite duration becomes null. */
const minutes = (seconds: RawBuilder<unknown>) => sql`ceil(nullif(${seconds}, 'infinity') / 60)`

/**
 * SQL for the figures of authors, from listings that ended within the period. An expired listing ends once it can no
 * longer be renewed. The wait for a missing answer counts as infinite, so that silence never improves the median.
 */
function authors(moment: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const renewal = sql`${limits.renewal.ms / 1000} * interval '1 second'`
  return sql`
    ended as materialized (
      select listing.id as listing_id, listing.author_id, listing.chosen_at from batch
        join listings listing on listing.author_id = batch.id and listing.published_at is not null
        cross join lateral (select case
          when listing.completed_at is not null then listing.completed_at
          when listing.status = 'expired' then listing.expires_at + ${renewal}
          when listing.status in ('archived', 'deleted') then listing.updated_at end as ended_at) ending
      where ended_at > ${since} and ended_at <= ${moment}
    ),
    judged as materialized (
      select ended.author_id, response.listing_id, response.status = 'chosen' as is_chosen, response.created_at,
        ${isAnswered('response')} as is_answered,
        least(response.shortlisted_at,
          case when response.status = 'chosen' then coalesce(ended.chosen_at, response.updated_at) end,
          case when response.decline_reason is not null then coalesce(response.declined_at, response.ended_at) end
        ) as answered_at
      from ended join responses response on response.listing_id = ended.listing_id and response.status <> 'withdrawn'
    ),
    closings as (
      select author_id as id, count(*)::int as closed, count(*) filter (where exists (
          select from judged where judged.listing_id = ended.listing_id and is_chosen))::int as hired
      from ended group by author_id
    ),
    answers as (
      select author_id as id, count(*)::int as responses, count(*) filter (where is_answered)::int as answered,
        percentile_disc(0.5) within group (order by case
          when answered_at is not null then extract(epoch from answered_at - created_at)::float8
          when not is_answered then 'infinity' end) as wait
      from judged group by author_id
    ),
    placements as (
      select payer_id as id, count(*)::int as paid_placements from batch
        join payments payment on payment.payer_id = batch.id
      where payment.state = 'paid' and payment.kind <> 'response' and payment.source = 'money' group by payer_id
    )`
}

/**
 * SQL for the figures of freelancers, from work that its author accepted. Work is on time if it was handed in, or else
 * accepted, by the last agreed date. The time to reply starts with the author's first message in a chat about the
 * author's listing; after a day without a reply the time counts as infinite. An invitation is answered by a response or
 * by "not now"; an unanswered invitation counts after `inviteDays` days.
 */
function freelancers(moment: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<unknown> {
  const patience = sql`${limits.record.replyMs / 1000} * interval '1 second'`
  const invitePatience = sql`${limits.record.inviteDays} * interval '1 day'`
  return sql`
    done as materialized (
      select batch.id, listing.author_id, listing.completed_at, coalesce(listing.due_at, listing.deadline) as due_at,
        coalesce(listing.handed_in_at, listing.completed_at) as ready_at
      from batch join listings listing on listing.executor_id = batch.id
      where listing.completed_at <= ${moment}
    ),
    works as (
      select id, count(*)::int as completed, count(due_at)::int as dated,
        count(*) filter (where ready_at <= due_at)::int as on_time
      from done where completed_at > ${since} group by id
    ),
    returns as (
      select id, count(*)::int as returning_clients from (
        select id, author_id from done group by id, author_id having count(*) > 1) client group by id
    ),
    rooms as (
      select batch.id, room.id as room_id, room.listing_id from batch
        join chat_rooms room on room.user_low = batch.id where room.listing_id is not null
      union all
      select batch.id, room.id, room.listing_id from batch
        join chat_rooms room on room.user_high = batch.id where room.listing_id is not null
    ),
    replies as (
      select rooms.id, count(*)::int as talks, percentile_disc(0.5) within group (order by
        coalesce(extract(epoch from answer.created_at - asked.created_at)::float8, 'infinity')) as reply
      from rooms join listings listing on listing.id = rooms.listing_id and listing.author_id <> rooms.id
        cross join lateral (select id, created_at from chat_messages
          where room_id = rooms.room_id and sender_id = listing.author_id order by id limit 1) asked
        left join lateral (select created_at from chat_messages
          where room_id = rooms.room_id and sender_id = rooms.id and id > asked.id order by id limit 1) answer on true
      where asked.created_at > ${since}
        and (answer.created_at is not null or asked.created_at <= ${moment} - ${patience})
      group by rooms.id
    ),
    invites as (
      select batch.id, count(*)::int as invited,
        count(*) filter (where state in ('responded', 'declined'))::int as invites_answered
      from batch join invitations invitation on invitation.user_id = batch.id
      where invitation.created_at > ${since} and (state in ('responded', 'declined')
        or coalesce(ended_at, ${moment}) >= invitation.created_at + ${invitePatience})
      group by batch.id
    )`
}
