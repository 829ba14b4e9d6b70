import { type Kysely, sql } from 'kysely'

/** Ledger of money in double entry, written only by triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence ledger_transactions;

    -- Append-only, written by the database: where money came from (negative) and where it went (positive), in pairs.
    create table ledger_entries (
      id bigint generated always as identity primary key,
      transaction_id bigint not null,
      account text not null check (account in (
        'provider', 'suspense', 'product', 'credit', 'returning', 'fees')),
      currency text not null check (currency in ('RUB', 'XTR')),
      amount bigint not null check (amount <> 0),
      -- No foreign keys: their locks would meet those of whoever settles the payment. Neither is ever deleted.
      payment_id integer,
      case_id bigint,
      person_id bigint references users,
      reason text not null,
      posted_at timestamptz not null default now(),
      check (num_nonnulls(payment_id, case_id) = 1),
      check ((account = 'credit') = (person_id is not null))
    );
    create index ledger_entries_payment on ledger_entries (payment_id) where payment_id is not null;
    create index ledger_entries_case on ledger_entries (case_id) where case_id is not null;
    create index ledger_entries_person on ledger_entries (person_id) where person_id is not null;
    create index ledger_entries_transaction on ledger_entries (transaction_id) include (currency, amount);
    -- Only money in trouble is ever here.
    create index ledger_entries_suspense on ledger_entries (payment_id, case_id) where account = 'suspense';
    create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
      for each statement execute function refuse_change();

    create function refuse_unbalanced() returns trigger language plpgsql as $$
    begin
      if exists (select from posted group by transaction_id, currency having sum(amount) <> 0) then
        raise exception 'entries of a transaction do not add up to zero' using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create trigger ledger_entries_balanced after insert on ledger_entries
      referencing new table as posted for each statement execute function refuse_unbalanced();
  `.execute(db)
  await sql`
    -- Where the money of each payment, or of each case without a payment, is.

    create view ledger_standings as
      select payment_id, case_id, account, currency, person_id, sum(amount)::bigint as amount,
        max(posted_at) as since
      from ledger_entries group by payment_id, case_id, account, currency, person_id having sum(amount) <> 0;

    create view ledger_balances as
      select account, currency, sum(amount)::bigint as amount from ledger_entries group by currency, account;
  `.execute(db)
  await sql`
    -- The payment whose money a credit is made of, through any number of credits.

    create function money_origin(payment integer) returns integer language sql stable as $$
      with recursive origins as (
        select payment as id, 0 as step
        union all
        select credit.source_payment_id, step + 1 from origins join credits credit on credit.spent_payment_id = origins.id
        where credit.source_payment_id is not null
      )
      select id from origins order by step desc limit 1
    $$;

    -- Moves the money of a payment, or of a case without a payment, to an account, or only "part" of it. What has no
    -- entries yet comes from the provider: a payment's amount, or the "part" of a case in its currency. Safe to repeat.
    -- The caller holds the payment, the credit or the case. Test payments and what costs nothing move no money.
    create function move_money(payment integer, stray bigint, target text, why text,
      person bigint default null, part bigint default null, unit text default null)
      returns void language plpgsql security definer set search_path = public as $$
    declare
      origin integer := money_origin(payment);
    begin
      with received as (
        select coalesce(part, amount) as amount, currency, payer_id from payments
        where id = origin and source = 'money' and not is_test
        union all
        select part, unit, null where stray is not null and unit is not null
      ), entries as (
        select * from ledger_entries where payment_id = origin or case_id = stray
      ), held as (
        select account, currency, person_id, sum(amount)::bigint as amount from entries
        where account not in ('provider', 'fees') group by account, currency, person_id having sum(amount) > 0
        union all
        select 'provider', currency, null, amount from received where not exists (select from entries)
      ), moved as (
        select account, currency, person_id, least(amount, coalesce(part, amount)) as amount from held
        where account <> target
      ), numbered as (
        select nextval('ledger_transactions') as id where exists (select from moved)
      )
      insert into ledger_entries (transaction_id, account, currency, amount, payment_id, case_id, person_id, reason)
      select numbered.id, entry.account, moved.currency, entry.amount, origin, stray, entry.person_id, why
      from moved cross join numbered cross join lateral (values
        (moved.account, -moved.amount, moved.person_id),
        (target, moved.amount, case when target = 'credit'
          then coalesce(person, (select payer_id from payments where id = origin)) end)
      ) as entry (account, amount, person_id);
    end $$;
  `.execute(db)
  await sql`
    create function post_payment() returns trigger language plpgsql as $$
    begin
      if new.state = 'refund_pending' then
        perform move_money(new.id, null, 'returning', 'a refund began');
      elsif new.state = 'refunded' then
        perform move_money(new.id, null, 'provider', 'the money went back');
      end if;
      return null;
    end $$;

    -- When the transaction ends: what was received, or is no longer on its way back, and has no place.
    create function post_unplaced() returns trigger language plpgsql as $$
    begin
      if not exists (select from ledger_entries where payment_id = new.id)
        or exists (select from ledger_entries where payment_id = new.id and account = 'returning' having sum(amount) > 0)
      then
        perform move_money(id, null, 'suspense', 'received without effect') from payments
          where id = new.id and state = 'paid';
      end if;
      return null;
    end $$;
    create trigger payments_post_refund after insert or update of state on payments
      for each row when (new.source = 'money' and new.state in ('refund_pending', 'refunded'))
      execute function post_payment();
    create constraint trigger payments_post_unplaced after insert or update of state on payments
      deferrable initially deferred
      for each row when (new.source = 'money' and not new.is_test and new.state = 'paid')
      execute function post_unplaced();

    create function post_credit() returns trigger language plpgsql as $$
    begin
      if new.spent_payment_id is null then
        perform move_money(new.source_payment_id, null, 'credit', 'a credit', new.user_id);
      else
        perform move_money(new.source_payment_id, null, 'suspense', 'a credit was spent');
      end if;
      return null;
    end $$;
    create trigger credits_post after insert or update of spent_payment_id on credits
      for each row when (new.source_payment_id is not null) execute function post_credit();

    -- A person who ends a case of money in suspense, and did nothing else with it, has seen to it past us.
    create function post_case() returns trigger language plpgsql as $$
    begin
      if exists (select from ledger_entries where account = 'suspense' and (case_id = new.id or payment_id = new.payment_id)
        having sum(amount) > 0) and not exists (
        select from payment_cases where payment_id = new.payment_id and state = 'open')
      then
        perform move_money(new.payment_id, case when new.payment_id is null then new.id end, 'provider', 'seen to elsewhere');
      end if;
      return null;
    end $$;
    create constraint trigger payment_cases_post after update of state on payment_cases
      deferrable initially deferred
      for each row when (old.state = 'open' and new.state = 'resolved' and new.resolved_by is not null)
      execute function post_case();
  `.execute(db)
  await sql`
    -- Books what the provider kept of a payment whose money is booked. Told by a state inquiry it counts once; the

    -- register corrects it by the difference.
    create function note_fee(payment integer, fee bigint, is_register boolean)
      returns void language plpgsql security definer set search_path = public as $$
    begin
      with noted as (
        select count(*) filter (where account = 'fees') as times,
          -coalesce(sum(amount) filter (where account = 'fees'), 0)::bigint as amount
        from ledger_entries where payment_id = payment
        having bool_or(account = 'provider' and amount < 0)
      ), numbered as (
        select nextval('ledger_transactions') as id, currency, fee - noted.amount as rest
        from payments cross join noted
        where payments.id = payment and not is_test and fee <> noted.amount and (times = 0 or is_register)
      )
      insert into ledger_entries (transaction_id, account, currency, amount, payment_id, reason)
      select id, account, currency, entry.amount, payment, 'the fee of the provider'
      from numbered cross join lateral (values ('fees', -rest), ('provider', rest)) as entry (account, amount);
    end $$;
  `.execute(db)
}
