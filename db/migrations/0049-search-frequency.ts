import { type Kysely, sql } from 'kysely'

/** How soon a saved search tells of what is new, and whose listings somebody does not want to see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table saved_searches add column frequency text not null default 'at_once'
      check (frequency in ('at_once', 'hourly', 'daily'));
    create table hidden_authors (
      user_id bigint not null references users,
      author_id bigint not null references users,
      created_at timestamptz not null default now(),
      primary key (user_id, author_id),
      check (user_id <> author_id)
    );
    create index hidden_authors_author on hidden_authors (author_id);
  `.execute(db)
}
