import { type Kysely, sql } from 'kysely'

/**
 * Skills of listings from before there was a vocabulary lose odd spaces, which nothing that was written since has: who
 * compares them folds their case alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update listings
    set skills = array(select regexp_replace(btrim(name), '\\s+', ' ', 'g')
      from unnest(skills) with ordinality said (name, place) order by place)
    where array_to_string(skills, '|') ~ '(^|\\|)\\s|\\s($|\\|)|\\s\\s|[^\\S ]'
  `.execute(db)
}
