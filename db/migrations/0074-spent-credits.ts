import { type Kysely, sql } from 'kysely'

/**
 * A credit is spent once: it comes back only when what it paid for is given back, and one that is spent never goes.
 * Pictures of people are Telegram's own; addresses elsewhere, which others' browsers would have loaded, are forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_spent_credit() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then
        raise exception 'a spent credit stays';
      end if;
      if new.spent_payment_id is not null
        or not exists (select from payments where id = old.spent_payment_id and state = 'refunded') then
        raise exception 'a spent credit stays spent';
      end if;
      return new;
    end $$;
    create trigger credits_spent before update of spent_payment_id on credits
      for each row when (old.spent_payment_id is not null and new.spent_payment_id is distinct from old.spent_payment_id)
      execute function keep_spent_credit();
    create trigger credits_kept before delete on credits
      for each row when (old.spent_payment_id is not null) execute function keep_spent_credit();

    update users set photo_url = null
      where photo_url !~ '^https://(t\\.me|([a-z0-9-]+\\.)*telegram\\.org)/';
    update users set removed_photo_url = null
      where removed_photo_url !~ '^https://(t\\.me|([a-z0-9-]+\\.)*telegram\\.org)/';
  `.execute(db)
}
