import { type Kysely, sql } from 'kysely'

/** How listings and people are found: every list and every search walks an index of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sortedListings(db)
  await textOfListings(db)
  await wordsOfListings(db)
  await people(db)
}

/**
 * One covering partial index per sort of the live lists, with and without a category: a page of ids is an index
 * only scan, whatever the size of the table. The key ends with id, so that pages never overlap.
 */
async function sortedListings(db: Kysely<unknown>): Promise<void> {
  const sorts = {
    newest: 'listed_at desc, id desc',
    high_budget: 'price_base desc nulls last, id desc',
    low_budget: 'price_base, id',
    min_competition: 'responses_count, id',
    close_deadline: 'deadline, id',
  }
  const filtered = 'payment_format, job_type, experience_min, experience_max, is_remote, author_id'
  for (const [name, keys] of Object.entries(sorts)) {
    const covered = name.endsWith('budget') ? filtered : `price_base, ${filtered}`
    await sql
      .raw(`
        create index listings_live_${name} on listings (kind, ${keys})
          include (category_id, ${covered}) where status = 'published';
        create index listings_live_category_${name} on listings (kind, category_id, ${keys})
          include (${covered}) where status = 'published';
      `)
      .execute(db)
  }
}

/**
 * Keeps `listings.search` equal to the title and the main text. The configuration `russian` stems Latin words
 * as English, so one document serves both languages.
 */
async function textOfListings(db: Kysely<unknown>): Promise<void> {
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

    create index listings_search on listings using gin (search) where status = 'published';
  `.execute(db)
}

/** Tags, skills however they are written, and texts that are nearly those of another listing. */
async function wordsOfListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listings_tags on listings using gin (tags) where status = 'published';

    -- The same folding as user_skills.name_key.
    create function skill_keys(names text[]) returns text[] language sql immutable parallel safe as
      $$ select coalesce(array_agg(lower(regexp_replace(btrim(name), '\\s+', ' ', 'g'))), '{}') from unnest(names) name $$;
    create index listings_skills on listings using gin (skill_keys(skills)) where status = 'published';

    create extension if not exists pg_trgm;
    -- Copies differ at the end, if at all: the head of a text is enough and keeps the index small.
    create index orders_text_trgm on orders using gin (left(subtitle, 300) gin_trgm_ops);
    create index vacancies_text_trgm on vacancies using gin (left(description, 300) gin_trgm_ops);
  `.execute(db)
}

/** Each sort of the list of people walks an index; rare filters find their people. */
async function people(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_by_rating on users ((coalesce(rating, 0)) desc, id desc) where status = 'active';
    create index users_category_by_rating on users (category_id, (coalesce(rating, 0)) desc, id desc)
      where status = 'active';
    create index users_by_experience on users ((coalesce(years_of_experience, 0)) desc, id desc)
      where status = 'active';
    create index users_by_completed on users (completed_count desc, id desc) where status = 'active';
    create index users_city on users (lower(city)) where status = 'active' and city is not null;
    create index users_country on users (lower(country)) where status = 'active' and country is not null;
    create index users_text on users using gin
      (to_tsvector('russian', full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, '')));
  `.execute(db)
}
