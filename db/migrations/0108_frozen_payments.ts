import { type Kysely, sql } from 'kysely'

/** What a payment is does not change after it was made; only what becomes of it does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_other_payment() returns trigger language plpgsql as $$
    begin
      raise exception 'a payment keeps its sum, payer and purpose' using errcode = 'restrict_violation';
    end $$;
    create trigger payments_frozen before update of
      id, uuid, kind, listing_id, response_id, payer_id, amount, currency, rail, source on payments
      for each row when (
        (old.id, old.uuid, old.kind, old.listing_id, old.response_id, old.payer_id, old.amount, old.currency,
          old.rail, old.source)
        is distinct from
        (new.id, new.uuid, new.kind, new.listing_id, new.response_id, new.payer_id, new.amount, new.currency,
          new.rail, new.source))
      execute function refuse_other_payment();
  `.execute(db)
}
