import { type Kysely, sql } from 'kysely'

/** Documents that the server writes for somebody to save, such as a copy of their data, are files for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      drop constraint files_purpose,
      add constraint files_purpose
        check (purpose in ('attachment', 'resume', 'portfolio', 'avatar', 'work', 'document')) not valid;
    alter table files validate constraint files_purpose;
  `.execute(db)
}
