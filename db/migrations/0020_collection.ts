import { type Kysely, sql } from 'kysely'

/** Listings are found by the skills they ask for, however those are written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The same folding as user_skills.name_key.
    create function skill_keys(names text[]) returns text[] language sql immutable parallel safe as
      $$ select coalesce(array_agg(lower(regexp_replace(btrim(name), '\\s+', ' ', 'g'))), '{}') from unnest(names) name $$;
    create index listings_skills on listings using gin (skill_keys(skills)) where status = 'published';
  `.execute(db)
}
