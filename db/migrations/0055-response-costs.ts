import { type Kysely, sql } from 'kysely'

/**
 * What a response costs the database: what two texts share is counted by an extension, whose operators are called by
 * its name alone because they would stand before those of arrays; prints, which are made in the statement of their
 * response and never outlive it, are not checked against it; and what is looked for with every response is found by the
 * index at once, not in a list of what was added lately.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema intarray;
    create extension intarray schema intarray;
    grant usage on schema intarray to public;
    alter table response_prints drop constraint response_prints_response_id_fkey;
    alter index response_prints_sketch set (fastupdate = off);
    select gin_clean_pending_list('response_prints_sketch');
  `.execute(db)
}
