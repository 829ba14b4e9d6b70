import { type Kysely, sql } from 'kysely'

/**
 * Keeps `listings.search` equal to the title and the main text. The configuration `russian` stems Latin words
 * as English, so one document serves both languages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function listing_document(title text, body text) returns tsvector
      language sql immutable parallel safe
      return setweight(to_tsvector('russian', title), 'A')
        || setweight(to_tsvector('russian', coalesce(body, '')), 'B');

    create function listing_title_search() returns trigger language plpgsql as $$
    begin
      new.search := listing_document(new.title, case new.kind
        when 'order' then (select subtitle from orders where listing_id = new.id)
        else (select description from vacancies where listing_id = new.id) end);
      return new;
    end $$;
    create trigger listing_title_search before insert or update of title on listings
      for each row execute function listing_title_search();

    create function order_text_search() returns trigger language plpgsql as $$
    begin
      update listings set search = listing_document(title, new.subtitle) where id = new.listing_id;
      return null;
    end $$;
    create trigger order_text_search after insert or update of subtitle on orders
      for each row execute function order_text_search();

    create function vacancy_text_search() returns trigger language plpgsql as $$
    begin
      update listings set search = listing_document(title, new.description) where id = new.listing_id;
      return null;
    end $$;
    create trigger vacancy_text_search after insert or update of description on vacancies
      for each row execute function vacancy_text_search();
  `.execute(db)
}
