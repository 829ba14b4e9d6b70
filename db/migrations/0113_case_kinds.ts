import { type Kysely, sql } from 'kysely'

/**
 * The kinds of cases are a table of the contract (contract/payment-cases.ts): a new kind needs no migration. A case
 * may come from an entry of somebody else's book, of a provider's register or of Telegram's Stars, and then is opened
 * once for that entry; such an entry may name no invoice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_cases
      drop constraint payment_cases_kind_check,
      add check (kind ~ '^[a-z_]{3,40}$'),
      alter column invoice_id drop not null,
      add column entry_key text,
      add check (invoice_id is not null or entry_key is not null);
    create unique index payment_cases_once_per_entry on payment_cases (kind, entry_key)
      where entry_key is not null;
  `.execute(db)
}
