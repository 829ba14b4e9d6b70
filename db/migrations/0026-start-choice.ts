import { type Kysely, sql } from 'kysely'

/** What a person said on the first start they are here for; null until they were asked. Who is here already never is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column start_choice text default 'skipped'
      check (start_choice in ('work', 'hire', 'both', 'skipped'));
    alter table users alter column start_choice drop default;
  `.execute(db)
}
