import { type Kysely, sql } from 'kysely'

/** What an author adds to an invitation, why somebody says "not now", and the share that somebody answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitations
      add column words text check (char_length(words) between 1 and 300),
      add column decline_reason text check (decline_reason in ('busy', 'category', 'price', 'terms'));
    -- Who answered two thirds of none.
    alter table person_records
      add column invited integer not null default 0,
      add column invites_answered integer not null default 0,
      add column invites_percent smallint not null default 67 check (invites_percent between 0 and 100),
      add check (invites_answered <= invited)`.execute(db)
}
