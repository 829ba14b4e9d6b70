import { type Kysely, sql } from 'kysely'

/** Payments and their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence payment_invoice_numbers as integer start 1001;

    -- One invoice; at most one open (created, pending) per listing and per response.
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
      refused_at timestamptz,
      refusal_at timestamptz,
      check ((kind = 'response') = (response_id is not null)),
      check ((kind = 'response') = (listing_id is null)),
      check ((source = 'credit') = (rail = 'credit')),
      check ((source = 'credit') = (amount = 0)),
      check ((state in ('paid', 'refund_pending', 'refunded')) = (paid_at is not null)),
      check ((refused_at is null) = (refusal_at is null))
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
    -- What the invariants of money (0014-invariants.ts) look for every minute.
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
  `.execute(db)
  await sql`
    -- Append-only: every move of a payment.

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
  await sql`
    -- Result calls of the provider as they came, also forged and unknown ones.

    create table payment_notices (
      id bigint generated always as identity primary key,
      invoice_id bigint not null,
      body_hash text not null,
      body jsonb not null,
      signature_ok boolean not null,
      verdict text not null,
      received_at timestamptz not null,
      unique (invoice_id, body_hash)
    );
  `.execute(db)
  await sql`
    -- Money that does not add up and waits for a person.

    create table payment_cases (
      id bigint generated by default as identity primary key,
      -- The kinds are a table of the contract (contract/payment-cases.ts): a new one needs no migration.
      kind text not null check (kind ~ '^[a-z_]{3,40}$'),
      invoice_id bigint,
      payment_id integer references payments,
      state text not null default 'open' check (state in ('open', 'resolved')),
      details jsonb not null,
      entry_key text,
      alerted_at timestamptz,
      opened_at timestamptz not null,
      resolved_at timestamptz,
      resolved_by bigint references users,
      resolution text,
      check ((state = 'resolved') = (resolved_at is not null)),
      check (invoice_id is not null or entry_key is not null)
    );
    -- Cases about entries of an outside book are told apart by the entry, all others by their invoice.
    create unique index payment_cases_one_open on payment_cases (kind, invoice_id)
      where state = 'open' and entry_key is null;
    create unique index payment_cases_once_per_entry on payment_cases (kind, entry_key)
      where entry_key is not null;
    create index payment_cases_payment on payment_cases (payment_id);
  `.execute(db)
  await sql`
    -- A free publication or boost owed to a person.

    create table credits (
      id bigint generated by default as identity primary key,
      user_id bigint not null references users,
      product text not null check (product in ('project', 'vacancy', 'response')),
      reason text not null,
      source_payment_id integer references payments,
      granted_by bigint references users,
      spent_payment_id integer unique references payments,
      created_at timestamptz not null default now()
    );
    create index credits_unspent on credits (user_id, product) where spent_payment_id is null;
    create unique index credits_once_per_payment on credits (source_payment_id);

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
  `.execute(db)
  await sql`
    -- The provider's registers as an admin brought them: each file once, and each operation once, however many

    -- files tell it.
    create table register_imports (
      id bigint generated always as identity primary key,
      file_hash text not null unique,
      imported_by bigint not null references users,
      imported_at timestamptz not null,
      covers_from timestamptz not null,
      covers_to timestamptz not null,
      operations integer not null,
      missing integer not null,
      check (covers_from <= covers_to)
    );
  `.execute(db)
  await sql`
    -- One movement of money at the provider.

    create table register_operations (
      key text primary key,
      import_id bigint not null references register_imports,
      type text not null check (type in ('payment', 'refund')),
      invoice_id bigint not null,
      op_key text,
      amount bigint not null check (amount > 0),
      currency text not null,
      operated_at timestamptz not null,
      verdict text not null check (verdict in ('matched', 'late', 'surplus', 'mismatched', 'returned_outside')),
      fee bigint
    );
    create index register_operations_invoice on register_operations (invoice_id);
    create index register_operations_import on register_operations (import_id);
  `.execute(db)
  await sql`
    -- How far Telegram's book of Stars was read, for each bot that the product has been.

    create table star_books (
      bot bigint primary key,
      entries integer not null default 0 check (entries >= 0),
      read_at timestamptz not null
    );
  `.execute(db)
}
