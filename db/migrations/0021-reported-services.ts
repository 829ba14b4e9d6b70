import { type Kysely, sql } from 'kysely'

/** Reports about services, and services that the staff took down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A service can be deleted by its owner while a report about it waits, so that the report names the owner.
    alter table reports add column if not exists author_id bigint references users;
    alter table reports drop constraint if exists reports_subject_type_check, drop constraint if exists reports_author_check,
      add constraint reports_subject_type_check check (
        subject_type in ('listing', 'user', 'response', 'message', 'review', 'service')) not valid,
      add constraint reports_author_check check ((subject_type = 'service') = (author_id is not null)) not valid;
    create index if not exists reports_author on reports (author_id) where author_id is not null;

    -- Not null while the service is taken down. Its owner reads the reason, and the staff alone puts the service back.
    alter table user_services add column if not exists takedown_reason text;
  `.execute(db)
  await sql`
    alter table reports validate constraint reports_subject_type_check;
    alter table reports validate constraint reports_author_check;
  `.execute(db)
}
