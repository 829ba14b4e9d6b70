import { type Kysely, sql } from 'kysely'

/**
 * Services that can be ordered: a page of a service, and requests of clients for one. A request is a private order that
 * its two sides and the staff alone see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_services
      add column if not exists category_id integer references categories,
      add column if not exists days smallint check (days between 1 and 365),
      add column if not exists questions text[] not null default '{}' check (cardinality(questions) <= 5),
      add column if not exists closed_until timestamptz,
      add column if not exists search tsvector not null default ''::tsvector;
    create index if not exists user_services_category on user_services (category_id) where category_id is not null;
    create index if not exists user_services_search on user_services using gin (search);

    create or replace function service_search() returns trigger language plpgsql as $$
    begin
      new.search := listing_document(new.name, new.description);
      return new;
    end $$;
    create or replace trigger user_services_search before insert or update of name, description on user_services
      for each row execute function service_search();
    update user_services set name = name;

    -- Pictures of a service, which are works of the same person's portfolio.

    create table if not exists service_works (
      service_id bigint not null references user_services on delete cascade,
      work_id bigint not null references user_works on delete cascade,
      position smallint not null check (position between 0 and 3),
      primary key (service_id, work_id)
    );
    create index if not exists service_works_work on service_works (work_id);
  `.execute(db)
  await sql`
    alter table listings add column if not exists audience text not null default 'public' check (audience in ('public', 'private'));
    alter table listings drop constraint if exists listings_status_check,
      add constraint listings_status_check check (status in (
        'draft', 'awaiting_payment', 'moderation', 'rejected', 'published', 'hidden',
        'in_progress', 'completed', 'expired', 'archived', 'refunded', 'deleted',
        'offered', 'declined', 'withdrawn', 'lapsed')) not valid;
    alter table listings drop constraint if exists listings_check2,
      drop constraint if exists listings_published_at_check, drop constraint if exists listings_private_check,
      add constraint listings_published_at_check check (
        audience = 'private' or published_at is not null
        or status not in ('published', 'hidden', 'in_progress', 'completed', 'expired')) not valid,
      add constraint listings_private_check check (
        case audience when 'private' then kind = 'order' and published_at is null
          and status in ('draft', 'offered', 'declined', 'withdrawn', 'lapsed', 'in_progress', 'completed', 'archived')
        else status not in ('offered', 'declined', 'withdrawn', 'lapsed') end) not valid;
    alter table listings alter column is_archive set expression as (
      status in ('completed', 'expired', 'archived', 'refunded', 'deleted', 'declined', 'withdrawn', 'lapsed'));
  `.execute(db)
  await sql`
    alter table listings validate constraint listings_status_check;
    alter table listings validate constraint listings_published_at_check;
    alter table listings validate constraint listings_private_check;
  `.execute(db)
  await sql`
    -- A private order costs nothing: its payment of 0 stands where a public one has the money for its placement.
    alter table payments drop constraint if exists payments_source_check, drop constraint if exists payments_check2,
      drop constraint if exists payments_check3, drop constraint if exists payments_free_rail,
      drop constraint if exists payments_free_amount,
      add constraint payments_source_check check (source in ('money', 'credit', 'service')) not valid,
      add constraint payments_free_rail check ((source = 'money') = (rail <> 'credit')) not valid,
      add constraint payments_free_amount check ((source = 'money') = (amount <> 0)) not valid;
    alter table payments validate constraint payments_source_check;
    alter table payments validate constraint payments_free_rail;
    alter table payments validate constraint payments_free_amount;
  `.execute(db)
  await sql`
    -- A client's request for a service; the order with the same id holds title, text, price and state.

    create table if not exists service_requests (
      listing_id bigint primary key references listings,
      -- Null after the service was deleted: the terms stand here.
      service_id bigint references user_services on delete set null,
      client_id bigint not null references users,
      freelancer_id bigint not null references users,
      service_name text not null,
      price_term_id integer references price_terms,
      days smallint check (days between 1 and 365),
      answers jsonb not null check (jsonb_typeof(answers) = 'array'),
      -- Price of the service when the request was sent; null if it had none.
      list_price bigint check (list_price between 0 and 1000000000000),
      counter_price bigint check (counter_price between 1 and 1000000000000),
      counter_days smallint check (counter_days between 1 and 365),
      counter_reason text check (char_length(counter_reason) between 1 and 500),
      countered_at timestamptz,
      seen_at timestamptz,
      offered_at timestamptz not null,
      ends_at timestamptz not null,
      nudges smallint not null default 0,
      -- Accepted, or ended without: whoever of the two sides did not do it is told.
      ended_at timestamptz,
      ended_by bigint references users,
      end_reason text check (end_reason in (
        'accepted', 'declined', 'withdrawn', 'lapsed', 'client_left', 'freelancer_left', 'removed')),
      decline_reason text check (decline_reason in ('busy', 'category', 'price', 'terms')),
      check (client_id <> freelancer_id),
      check ((countered_at is null) = (counter_price is null)),
      check (countered_at is not null or num_nonnulls(counter_days, counter_reason) = 0),
      check ((ended_at is null) = (end_reason is null)),
      check (ended_by is null or ended_at is not null),
      check (decline_reason is null or end_reason = 'declined')
    );
    -- Nobody waits twice for an answer about one service.
    create unique index if not exists service_requests_one_open on service_requests (service_id, client_id)
      where ended_at is null and service_id is not null;
    create index if not exists service_requests_client on service_requests (client_id, listing_id desc);
    create index if not exists service_requests_freelancer on service_requests (freelancer_id, listing_id desc);
    create index if not exists service_requests_service on service_requests (service_id) where service_id is not null;
    create index if not exists service_requests_open on service_requests (ends_at) where ended_at is null;
    create index if not exists service_requests_ended on service_requests (ended_at) where ended_at is not null;
  `.execute(db)
  await sql`
    create or replace view payment_invariant_violations as
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
      where l.status in ('moderation', 'rejected', 'published', 'hidden', 'in_progress', 'offered') and not exists (
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
    -- The message that tells a side of the end of a request carries this key: order, person, the moment in milliseconds.

    create or replace function request_end_key(listing_id bigint, person_id bigint, ended_at timestamptz) returns text
      language sql immutable parallel safe as
      $$ select 'service_ended:' || listing_id || ':' || person_id || ':' || round(extract(epoch from ended_at) * 1000)::bigint $$;

    create or replace function open_loops_at(moment timestamptz)
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
      union all
      select 'request_not_ended', null, listing_id, ends_at + interval '10 minutes'
        from service_requests where ended_at is null and ends_at <= moment - interval '10 minutes'
      union all
      select 'request_not_told', null, request.listing_id, request.ended_at + interval '10 minutes'
        from service_requests request
        join users person on person.id in (request.client_id, request.freelancer_id) and person.status <> 'deleted'
          and person.id is distinct from request.ended_by
        where request.ended_at between moment - interval '7 days' and moment - interval '10 minutes'
          and not exists (select from deliveries
            where dedupe_key = request_end_key(request.listing_id, person.id, request.ended_at))
      $$;
  `.execute(db)
}
