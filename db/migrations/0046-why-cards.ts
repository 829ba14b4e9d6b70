import { type Kysely, sql } from 'kysely'

/**
 * What a recommended card says of itself, and places of the kept ranking from which the first page is filled up with
 * what fits and with new authors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table collections
      add column whys text[] not null default '{}',
      add column reserve integer[] not null default '{}'`.execute(db)
}
