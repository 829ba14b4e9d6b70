import { type Kysely, sql } from 'kysely'

/**
 * Views of violated invariants, empty in a sound database: money without a purpose, boosts that nobody will see, and
 * responses and invitations that are still open after their listing ended, or that ended without a message. Waiting
 * times use the clock of the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view payment_invariant_violations as
    -- OFFSET 0: some thousands of listings are looked up by their key, never all of them read.
    with paid as not materialized (
      select p.* from payments p
      where p.state = 'paid'
        and not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'open')
        and not exists (select from credits c where c.source_payment_id = p.id)
    )
    select 'paid_not_applied' as violation, p.id as payment_id, p.listing_id, p.paid_at as since
      from paid p cross join lateral (select * from listings where id = p.listing_id offset 0) l
      where p.paid_at > now() - interval '40 days' and ((l.published_at is null and l.status in ('draft', 'awaiting_payment', 'refunded', 'deleted'))
        or (l.published_at < p.paid_at and l.expires_at <= p.paid_at
          and l.status in ('draft', 'awaiting_payment', 'expired')))
    union all
    select 'boost_not_applied', p.id, r.listing_id, p.paid_at
      from paid p join responses r on r.id = p.response_id and p.response_id is not null
      where p.paid_at > now() - interval '200 days' and r.response_type <> 20
    union all
    select 'boost_unseen', p.id, r.listing_id, r.updated_at
      from paid p join responses r on r.id = p.response_id and p.response_id is not null
      where p.paid_at > now() - interval '200 days' and r.response_type = 20 and r.seen_at is null
        and r.status in ('declined', 'not_chosen')
    union all
    select 'moderation_without_task', null::integer, l.id, l.updated_at
      from listings l
      where l.status = 'moderation' and not exists (
        select from moderation_tasks t
        where t.listing_id = l.id and t.subject = 'listing' and t.applied_at is null)
    union all
    select 'published_without_payment', null::integer, l.id, coalesce(l.published_at, l.updated_at)
      from listings l
      where l.status in ('moderation', 'rejected', 'published', 'hidden', 'in_progress') and not exists (
        select from payments p where p.listing_id = l.id and p.state = 'paid')
        and not (l.status = 'rejected' and exists (
          select from payments p where p.listing_id = l.id and p.state = 'refund_pending'))
    union all
    select 'charged_twice', max(p.id), p.listing_id, max(p.paid_at)
      from paid p cross join lateral (select * from listings where id = p.listing_id offset 0) l
      where p.source = 'money' and l.published_at is null and p.paid_at > now() - interval '40 days'
      group by p.listing_id having count(*) > 1
    union all
    select 'notice_without_payment', n.invoice_id::integer, null::bigint, n.received_at
      from payment_notices n
      where n.signature_ok and not exists (select from payments p where p.id = n.invoice_id)
        and not exists (select from payment_cases c where c.invoice_id = n.invoice_id)
    union all
    select 'money_in_suspense', held.payment_id, (select listing_id from payments where id = held.payment_id), held.since
      from (
        select payment_id, case_id, max(posted_at) as since from ledger_entries where account = 'suspense'
        group by payment_id, case_id having sum(amount) <> 0) held
      where not exists (select from payment_cases c
        where c.state = 'open' and (c.id = held.case_id or c.payment_id = held.payment_id))
    union all
    select 'inquiry_stuck', p.id, p.listing_id, p.next_check_at
      from payments p
      where p.next_check_at < now() - interval '15 minutes' and p.state not in ('failed', 'refunded')
        and (p.rail = 'robokassa' or p.state = 'refund_pending')
        -- The last questions go out one by one.
        and (p.next_check_at < now() - interval '1 day' or p.state in ('pending', 'refund_pending')
          or (p.state <> 'paid' and p.expires_at > now() - interval '1 day'))
    union all
    select 'inquiry_missing', p.id, p.listing_id, p.updated_at
      from payments p
      where (p.state in ('created', 'pending') and p.rail = 'robokassa' or p.state = 'refund_pending')
        and p.next_check_at is null and not exists (select from payment_cases c where c.payment_id = p.id and c.state = 'open')
    union all
    select 'link_unwatched', p.id, p.listing_id, p.updated_at
      from payments p
      where p.state = 'expired' and p.rail = 'robokassa' and p.next_check_at is null
        and p.expires_at > now() - interval '40 days'
        and (p.checked_at is null or p.checked_at < p.expires_at + interval '40 days');
  `.execute(db)
  await sql`
    -- The message that tells of an end carries this key: response, then the moment in milliseconds.

    create function response_end_key(kind text, response_id bigint, ended_at timestamptz) returns text
      language sql immutable parallel safe as
      $$ select kind || ':' || response_id || ':' || round(extract(epoch from ended_at) * 1000)::bigint $$;

    -- The message that tells of an end carries this key: invitation, then the moment in milliseconds.
    create function invitation_end_key(invitation_id bigint, ended_at timestamptz) returns text
      language sql immutable parallel safe as
      $$ select 'invitation_ended:' || invitation_id || ':' || round(extract(epoch from ended_at) * 1000)::bigint $$;

    create function open_loops_at(moment timestamptz)
      returns table (loop text, response_id bigint, listing_id bigint, owed_at timestamptz)
      language sql stable as $$
      with waiting as (
        select r.id, null::bigint as invitation_id, r.listing_id from responses r
          where r.status in ('no_show', 'shown', 'shortlisted')
        union all
        select null, i.id, i.listing_id from invitations i where i.state in ('sent', 'seen')
      ), over as (
        select waiting.*, l.status,
          case when l.status in ('expired', 'awaiting_payment', 'rejected', 'refunded')
            then l.expires_at + interval '8 days' else l.updated_at + interval '10 minutes' end as owed_at
        from waiting join listings l on l.id = waiting.listing_id
        where l.status not in ('published', 'hidden', 'moderation')
      )
      select case when invitation_id is null then '' else 'invitation_' end
          || case when status in ('expired', 'awaiting_payment', 'rejected', 'refunded') then 'not_renewed'
            else 'not_ended' end, id, listing_id, owed_at
        from over where owed_at <= moment
      union all
      select 'not_told', r.id, r.listing_id, r.ended_at + interval '10 minutes'
        from responses r join users person on person.id = r.user_id and person.status <> 'deleted'
        where r.status in ('declined', 'not_chosen')
          and r.ended_at between moment - interval '7 days' and moment - interval '10 minutes'
          and not exists (select from deliveries where dedupe_key in (
            response_end_key('response_passed', r.id, r.ended_at),
            response_end_key('response_declined', r.id, r.ended_at),
            response_end_key('response_released', r.id, r.ended_at)))
      union all
      select 'invitation_not_told', null, i.listing_id, i.ended_at + interval '10 minutes'
        from invitations i join users person on person.id = i.user_id and person.status <> 'deleted'
        where i.state = 'ended'
          and i.ended_at between moment - interval '7 days' and moment - interval '10 minutes'
          and not exists (select from deliveries where dedupe_key = invitation_end_key(i.id, i.ended_at))
      $$;

    create view open_loops as select * from open_loops_at(now());
  `.execute(db)
}
