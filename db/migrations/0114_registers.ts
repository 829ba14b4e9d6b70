import { type Kysely, sql } from 'kysely'

/**
 * The provider's registers as an admin brought them: each file once, each operation once however many files tell it.
 * Cases about entries of an outside book are told apart by the entry, all others by their invoice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    create table register_operations (
      key text primary key,
      import_id bigint not null references register_imports,
      type text not null check (type in ('payment', 'refund')),
      invoice_id bigint not null,
      op_key text,
      amount bigint not null check (amount > 0),
      currency text not null,
      operated_at timestamptz not null,
      verdict text not null check (verdict in ('matched', 'late', 'surplus', 'mismatched', 'returned_outside'))
    );
    create index register_operations_invoice on register_operations (invoice_id);
    create index register_operations_import on register_operations (import_id);

    drop index payment_cases_one_open;
    create unique index payment_cases_one_open on payment_cases (kind, invoice_id)
      where state = 'open' and entry_key is null;
  `.execute(db)
}
