import { type Kysely, sql } from 'kysely'

/**
 * How many published listings have left the market so far, or say something else of what lists find them by. That more
 * match than a total tells holds until as many have changed (services/listings/listing-changes.ts). A sequence makes
 * nobody wait for anybody; it is raised at the very end of a transaction, so that what it tells is soon true.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create sequence listing_changes;

    create function note_listing_change() returns trigger language plpgsql as $$
    begin
      perform nextval('listing_changes');
      return null;
    end $$;
    create constraint trigger listings_changed after update of
      kind, status, category_id, title, search, price_base, is_remote, experience, payment_format, job_type, language,
      urgent, author_id on listings
      deferrable initially deferred for each row
      when (old.status = 'published' and row(old.kind, old.status, old.category_id, old.search, old.price_base,
        old.is_remote, old.experience, old.payment_format, old.job_type, old.language, old.urgent, old.author_id)
        is distinct from row(new.kind, new.status, new.category_id, new.search, new.price_base,
        new.is_remote, new.experience, new.payment_format, new.job_type, new.language, new.urgent, new.author_id))
      execute function note_listing_change();
    create constraint trigger listings_deleted after delete on listings
      deferrable initially deferred for each row
      when (old.status = 'published') execute function note_listing_change();
  `.execute(db)
}
