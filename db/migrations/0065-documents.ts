import { type Kysely, sql } from 'kysely'

/** What the server writes for somebody who saves it, such as a copy of their data, is a file for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      drop constraint files_purpose,
      add constraint files_purpose
        check (purpose in ('attachment', 'resume', 'portfolio', 'avatar', 'work', 'document')) not valid;
    alter table files validate constraint files_purpose;
  `.execute(db)
}
