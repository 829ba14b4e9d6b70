import { type Kysely, sql } from 'kysely'

/** Indexes of listings and people. Each list and each search has an index of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listings_live_first
      on listings (kind, listed_at desc, id desc)
      where status = 'published' and is_first;
    create index listings_live_newest
      on listings (kind, listed_at desc, id desc)
      include (category_id, price_base, responses_count, payment_format, job_type, experience_min,
        experience_max, is_remote, author_id, language, urgent)
      where status = 'published';
    create index listings_live_category_newest
      on listings (kind, category_id, listed_at desc, id desc)
      include (price_base, responses_count, payment_format, job_type, experience_min, experience_max, is_remote,
        author_id, language, urgent)
      where status = 'published';
    create index listings_live_high_budget
      on listings (kind, price_base desc nulls last, id desc)
      include (category_id, responses_count, payment_format, job_type, experience_min, experience_max, is_remote,
        author_id, language, urgent)
      where status = 'published';
    create index listings_live_category_high_budget
      on listings (kind, category_id, price_base desc nulls last, id desc)
      include (responses_count, payment_format, job_type, experience_min, experience_max, is_remote, author_id,
        language, urgent)
      where status = 'published';
    create index listings_live_min_competition
      on listings (kind, responses_count, id)
      include (category_id, price_base, payment_format, job_type, experience_min, experience_max, is_remote,
        author_id, language, urgent)
      where status = 'published';
    create index listings_live_category_min_competition
      on listings (kind, category_id, responses_count, id)
      include (price_base, payment_format, job_type, experience_min, experience_max, is_remote, author_id,
        language, urgent)
      where status = 'published';
    create index listings_live_close_deadline
      on listings (kind, deadline, id)
      include (category_id, price_base, responses_count, payment_format, job_type, experience_min,
        experience_max, is_remote, author_id, language, urgent)
      where status = 'published';
    create index listings_live_category_close_deadline
      on listings (kind, category_id, deadline, id)
      include (price_base, responses_count, payment_format, job_type, experience_min, experience_max, is_remote,
        author_id, language, urgent)
      where status = 'published';
    create index listings_live_urgent
      on listings (kind, listed_at desc, id desc)
      include (category_id, price_base, responses_count, payment_format, job_type, experience_min,
        experience_max, is_remote, author_id, language, urgent)
      where status = 'published' and urgent;
    create index listings_live_foreign
      on listings (kind, listed_at desc, id desc)
      include (category_id, price_base, responses_count, payment_format, job_type, experience_min,
        experience_max, is_remote, author_id, language, urgent)
      where status = 'published' and language is distinct from 'ru';
    create index listings_live_low_budget
      on listings (kind, price_base, id)
      include (category_id, responses_count, payment_format, job_type, author_id, language, urgent,
        experience_min, experience_max, is_remote, listed_at, deadline)
      where status = 'published';
    create index listings_live_category_low_budget
      on listings (kind, category_id, price_base, id)
      include (responses_count, payment_format, job_type, author_id, language, urgent, experience_min,
        experience_max, is_remote, listed_at, deadline)
      where status = 'published';
    create index listings_live_experience_newest
      on listings (kind, is_remote, coalesce(experience, ''), listed_at desc, id desc)
      include (experience, category_id, responses_count, payment_format, job_type, author_id, language, urgent,
        price_base, deadline)
      where status = 'published';
  `.execute(db)
  await sql`
    create function listing_document(title text, body text) returns tsvector
      language plpgsql stable parallel safe as $$
    declare
      configuration text;
      document tsvector := '';
    begin
      for configuration in select distinct search from languages order by search loop
        document := document
          || setweight(to_tsvector(configuration::regconfig, title), 'A')
          || setweight(to_tsvector(configuration::regconfig, coalesce(body, '')), 'B');
      end loop;
      return document;
    end $$;

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
    -- As that of orders, whose only text it reads: each of these texts writes the row of the listing.
    create trigger vacancy_text_search after insert or update on vacancies
      for each row execute function vacancy_text_search();
    create index listings_search on listings using gin (search) where status = 'published';
  `.execute(db)
  await sql`
    create extension if not exists pg_trgm;
    -- Copies differ at the end, if at all: the head of a text is enough and keeps the index small.
    create index orders_text_trgm on orders using gin (left(subtitle, 300) gin_trgm_ops);
    create index vacancies_text_trgm on vacancies using gin (left(description, 300) gin_trgm_ops);
  `.execute(db)
  await sql`
    create index users_by_rating on users ((coalesce(rating, 0)) desc, id desc) where status = 'active';
    create index users_category_by_rating on users (category_id, (coalesce(rating, 0)) desc, id desc)
      where status = 'active';
    create index users_by_experience on users ((coalesce(years_of_experience, 0)) desc, id desc)
      where status = 'active';
    create index users_by_completed on users (completed_count desc, id desc) where status = 'active';
    create index users_country on users (lower(country)) where status = 'active' and country is not null;
    create index users_text_russian on users using gin
      (to_tsvector('russian', full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, '')));
    create index users_free_by_rating on users ((coalesce(rating, 0)) desc, completed_count desc, id)
      where status = 'active' and is_contractor and is_free;
    create index users_free_category_by_rating on users (category_id, (coalesce(rating, 0)) desc, completed_count desc, id)
      where status = 'active' and is_contractor and is_free;
    create index users_city_by_rating on users (lower(city), coalesce(rating, 0) desc, id desc)
      where status = 'active' and city is not null;
  `.execute(db)
  await sql`
    -- The same folding as user_skills.name_key.

    create function skill_keys(names text[]) returns text[] language sql immutable parallel safe as
      $$ select coalesce(array_agg(lower(regexp_replace(btrim(name), '\\s+', ' ', 'g'))), '{}') from unnest(names) name $$;

    -- Live listings by each of their skills, which tags of older clients are too, and by age. Without a foreign key:
    -- the trigger alone writes here.
    create table listing_skills (
      kind text not null,
      skill_key text not null,
      listed_at timestamptz not null,
      listing_id bigint not null,
      primary key (kind, skill_key, listed_at, listing_id)
    );

    create function listing_keys(skills text[], tags integer[]) returns setof text language sql stable as
      $$ select unnest(skill_keys(skills)) union select name_key from tags tag where tag.id = any (tags) $$;

    create function list_skills() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and row(old.kind, old.status, old.skills, old.tags, old.listed_at)
        is not distinct from row(new.kind, new.status, new.skills, new.tags, new.listed_at) then
        return null;
      end if;
      if tg_op <> 'INSERT' and old.status = 'published' then
        delete from listing_skills where kind = old.kind and skill_key in (select listing_keys(old.skills, old.tags))
          and listed_at = old.listed_at and listing_id = old.id;
      end if;
      if tg_op <> 'DELETE' and new.status = 'published' then
        insert into listing_skills (kind, skill_key, listed_at, listing_id)
        select new.kind, key, new.listed_at, new.id from listing_keys(new.skills, new.tags) key;
      end if;
      return null;
    end $$;
    create trigger listings_skills after insert or delete
      or update of kind, status, skills, tags, published_at, renewed_at on listings for each row execute function list_skills();
  `.execute(db)
}
