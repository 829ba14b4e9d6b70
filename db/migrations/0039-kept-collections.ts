import { type Kysely, sql } from 'kysely'

/**
 * A freelancer's collection is ranked once a day and kept, and what is ranked is found by walks: by speciality, by
 * skill, and the newest. A client's is a walk itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collections (
      user_id bigint not null references users,
      kind text not null check (kind in ('order', 'vacancy')),
      ranked_for text not null,
      weighed_until timestamptz not null,
      listing_ids bigint[] not null,
      bands smallint[] not null,
      reasons text[] not null,
      ranked_at timestamptz not null,
      primary key (user_id, kind)
    )`.execute(db)
  await skillsOfLive(db)
  await sql`
    create index users_free_by_rating on users ((coalesce(rating, 0)) desc, completed_count desc, id)
      where status = 'active' and is_contractor and is_free;
    create index users_free_category_by_rating on users (category_id, (coalesce(rating, 0)) desc, completed_count desc, id)
      where status = 'active' and is_contractor and is_free`.execute(db)
}

/**
 * Live listings by each of their skills, which tags of older clients are too, and by age. There is no foreign key: the
 * trigger alone writes here.
 */
async function skillsOfLive(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    insert into listing_skills (kind, skill_key, listed_at, listing_id)
    select kind, key, listed_at, id from listings, listing_keys(skills, tags) key where status = 'published'
  `.execute(db)
}
