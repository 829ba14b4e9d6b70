import { type Kysely, sql } from 'kysely'

/** The provider's fee of a payment is booked from two sources, of which its register is the better one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table register_operations add column fee bigint;

    drop function note_fee(integer, bigint);
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
