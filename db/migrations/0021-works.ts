import { type Kysely, sql } from 'kysely'

/** A portfolio shows pictures: each is one file with a title, in the order its author gave them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      add column width int,
      add column height int,
      add column colour text,
      drop constraint files_purpose_check,
      add constraint files_purpose
        check (purpose in ('attachment', 'resume', 'portfolio', 'avatar', 'work')) not valid;
    alter table files validate constraint files_purpose;

    create table user_works (
      file_id bigint primary key references files,
      user_id bigint not null references users,
      place int not null,
      title text not null check (char_length(title) between 1 and 120),
      about text check (char_length(about) between 1 and 120),
      link text check (link like 'https://%' and char_length(link) <= 2048),
      created_at timestamptz not null default now()
    );
    create index user_works_user on user_works (user_id, place);
  `.execute(db)
}
