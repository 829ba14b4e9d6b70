import { type Kysely, sql } from 'kysely'

/**
 * How many published listings have left the market so far, or changed what lists find them by. A list of which more was
 * counted than is told needs no counting until as many have left (services/listings/departures.ts). A sequence makes
 * nobody wait for anybody; it is raised at the very end of a transaction, so that what it tells is soon true.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence listing_departures;

    create function note_departure() returns trigger language plpgsql as $$
    begin
      perform nextval('listing_departures');
      return null;
    end $$;
    create constraint trigger listings_departed after update of
      kind, status, category_id, title, search, price_base, is_remote, experience, payment_format, job_type, language,
      urgent, author_id on listings
      deferrable initially deferred for each row
      when (old.status = 'published' and row(old.kind, old.status, old.category_id, old.search, old.price_base,
        old.is_remote, old.experience, old.payment_format, old.job_type, old.language, old.urgent, old.author_id)
        is distinct from row(new.kind, new.status, new.category_id, new.search, new.price_base,
        new.is_remote, new.experience, new.payment_format, new.job_type, new.language, new.urgent, new.author_id))
      execute function note_departure();
    create constraint trigger listings_deleted after delete on listings
      deferrable initially deferred for each row
      when (old.status = 'published') execute function note_departure();
  `.execute(db)
}
