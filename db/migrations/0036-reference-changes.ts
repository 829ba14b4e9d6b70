import { type Kysely, sql } from 'kysely'

/**
 * Cards are kept in the memory of each process under versions that the database itself moves (services/listings/
 * card-parts.ts). What a row of a listing or of a person does not know of is told here: how often the names and rates
 * that cards show have changed, and that a vacancy's texts are part of its listing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reference_changes (
      is_only boolean primary key default true check (is_only),
      changes bigint not null default 0
    );
    insert into reference_changes default values;

    create function note_reference_change() returns trigger language plpgsql as $$
    begin
      update reference_changes set changes = changes + 1;
      return null;
    end $$;
    create trigger categories_changed after insert or update or delete on categories
      for each statement execute function note_reference_change();
    create trigger currencies_changed after insert or update or delete on currencies
      for each statement execute function note_reference_change();
    -- A new tag stands on no card yet.
    create trigger tags_changed after update or delete on tags
      for each statement execute function note_reference_change();

    -- As that of orders, whose only text it reads: each of these texts writes the row of the listing.
    create or replace trigger vacancy_text_search after insert or update on vacancies
      for each row execute function vacancy_text_search();
  `.execute(db)
}
