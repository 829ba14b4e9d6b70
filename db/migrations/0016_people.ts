import { type Kysely, sql } from 'kysely'

/** The list of people, reviews that wait for their day, and when work was completed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_rating on users ((coalesce(rating, 0)) desc, id desc) where status = 'active';
    create index users_text on users
      using gin (to_tsvector('russian', full_name || ' ' || coalesce(description, '')));
    create index user_skills_name on user_skills (name_key);
    create index reviews_waiting on reviews (listing_id) where published_at is null;

    alter table listings add column completed_at timestamptz;
    update listings set completed_at = updated_at where status = 'completed';

    -- Whoever completes a listing writes updated_at by the product's clock.
    create function note_completion() returns trigger language plpgsql as $$
    begin
      if new.status = 'completed' and old.status <> 'completed' then
        new.completed_at := new.updated_at;
      end if;
      return new;
    end $$;
    create trigger listings_completion before update of status on listings
      for each row execute function note_completion();
  `.execute(db)
}
