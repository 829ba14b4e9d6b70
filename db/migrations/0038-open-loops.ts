import { type Kysely, sql } from 'kysely'

/**
 * When a response moved, whom its author was reminded of, and what must never last: a response that still waits though
 * its listing is over, or one that ended without a message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table responses
      add column shortlisted_at timestamptz,
      -- Null while it waits, and for what ended before the moment was kept.
      add column ended_at timestamptz,
      -- It began to wait anew: a choice or a refusal was taken back.
      add column waits_since timestamptz,
      add column nudges smallint not null default 0;
    create index responses_ended on responses (ended_at) where status in ('declined', 'not_chosen');
    alter table listings add column nudged_at timestamptz;
    drop index deliveries_pressed;
    create index deliveries_pressed on deliveries (user_id, message_id) where message_id is not null
      and kind in ('new_response', 'responses_waiting', 'response_chosen', 'listing_completed', 'work_handed_in',
        'work_unanswered', 'work_accepted', 'work_returned', 'work_due');

    -- The message that tells of an end carries this key: response, then the moment in milliseconds.
    create function response_end_key(kind text, response_id bigint, ended_at timestamptz) returns text
      language sql immutable parallel safe as
      $$ select kind || ':' || response_id || ':' || round(extract(epoch from ended_at) * 1000)::bigint $$;

    create function open_loops_at(moment timestamptz)
      returns table (loop text, response_id bigint, listing_id bigint, owed_at timestamptz)
      language sql stable as $$
      with waiting as (
        select r.id, l.id as listing_id, l.status,
          case when l.status in ('expired', 'awaiting_payment', 'rejected', 'refunded')
            then l.expires_at + interval '8 days' else l.updated_at + interval '10 minutes' end as owed_at
        from responses r join listings l on l.id = r.listing_id
        where r.status in ('no_show', 'shown', 'shortlisted') and l.status not in ('published', 'hidden', 'moderation')
      )
      select case when status in ('expired', 'awaiting_payment', 'rejected', 'refunded') then 'not_renewed'
          else 'not_ended' end, id, listing_id, owed_at
        from waiting where owed_at <= moment
      union all
      select 'not_told', r.id, r.listing_id, r.ended_at + interval '10 minutes'
        from responses r join users person on person.id = r.user_id and person.status <> 'deleted'
        where r.status in ('declined', 'not_chosen')
          and r.ended_at between moment - interval '7 days' and moment - interval '10 minutes'
          and not exists (select from deliveries where dedupe_key in (
            response_end_key('response_passed', r.id, r.ended_at),
            response_end_key('response_declined', r.id, r.ended_at),
            response_end_key('response_released', r.id, r.ended_at)))
      $$;
    create view open_loops as select * from open_loops_at(now());
  `.execute(db)
}
