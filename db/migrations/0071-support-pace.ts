import { type Kysely, sql } from 'kysely'

/** Messages of a person to the support that wait, because so many before them have no answer yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table support_messages add column is_held boolean not null default false;
    create index support_messages_held on support_messages (case_id, id) where is_held;
  `.execute(db)
}
