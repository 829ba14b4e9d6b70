import { type Kysely, sql } from 'kysely'

/** Whatever happens to payments, credits and cases writes its entries of the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
    create trigger payments_post_refund after insert or update of state on payments
      for each row when (new.source = 'money' and new.state in ('refund_pending', 'refunded'))
      execute function post_payment();

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
}
