import { type Kysely, sql } from 'kysely'

/** Invoices and their append-only history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence payment_invoice_numbers as integer start 1001;

    create table payments (
      id integer primary key default nextval('payment_invoice_numbers'),
      uuid uuid not null unique default gen_random_uuid(),
      kind text not null check (kind in ('project', 'vacancy', 'response')),
      listing_id bigint references listings,
      response_id bigint references responses,
      payer_id bigint not null references users,
      amount bigint not null check (amount >= 0),
      currency text not null default 'RUB' check (currency in ('RUB', 'XTR')),
      rail text not null check (rail in ('robokassa', 'stars', 'credit')),
      source text not null default 'money' check (source in ('money', 'credit')),
      state text not null default 'created' check (state in (
        'created', 'pending', 'paid', 'refund_pending', 'refunded', 'expired', 'failed')),
      tariff_id integer references tariffs,
      payment_url text,
      signs_uuid boolean not null default false,
      expires_at timestamptz not null,
      paid_at timestamptz,
      refunded_at timestamptz,
      checked_at timestamptz,
      next_check_at timestamptz,
      checks integer not null default 0,
      op_key text,
      refund_key text,
      is_test boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((kind = 'response') = (response_id is not null)),
      check ((kind = 'response') = (listing_id is null)),
      check ((source = 'credit') = (rail = 'credit')),
      check ((source = 'credit') = (amount = 0)),
      check ((state in ('paid', 'refund_pending', 'refunded')) = (paid_at is not null))
    );
    create unique index payments_one_open_per_item on payments (listing_id)
      where state in ('created', 'pending');
    create unique index payments_one_open_per_response on payments (response_id)
      where state in ('created', 'pending');
    create index payments_listing on payments (listing_id);
    create index payments_response on payments (response_id);
    create index payments_payer on payments (payer_id, id desc);
    create index payments_to_check on payments (next_check_at) where next_check_at is not null;
    -- A charge of Stars pays once, however often it is told.
    create unique index payments_one_per_charge on payments (op_key) where rail = 'stars';
    -- What the invariants of money (0016-payment-invariants.ts) look for every minute.
    create index payments_paid on payments (paid_at) where state = 'paid';
    create index payments_paid_boosts on payments (paid_at) where state = 'paid' and response_id is not null;
    create index payments_paid_listing on payments (listing_id) where state = 'paid';
    create index payments_unwatched on payments (expires_at)
      where state = 'expired' and rail = 'robokassa' and next_check_at is null;
    create index payments_unasked on payments (state)
      where state in ('created', 'pending', 'refund_pending') and next_check_at is null;

    -- What a payment is does not change after it was made; only what becomes of it does.
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
    -- Nor does it become one of a test, or an older one: its money would leave the books.
    create trigger payments_frozen_origin before update of is_test, created_at on payments
      for each row when ((old.is_test, old.created_at) is distinct from (new.is_test, new.created_at))
      execute function refuse_other_payment();

    create table payment_events (
      id bigint generated always as identity primary key,
      payment_id integer not null references payments,
      from_state text,
      to_state text not null,
      reason text not null,
      details jsonb,
      created_at timestamptz not null default now()
    );
    create index payment_events_payment on payment_events (payment_id, id);

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
    end $$;
    create trigger payment_events_append_only before update or delete or truncate on payment_events
      for each statement execute function refuse_change();
  `.execute(db)
}
