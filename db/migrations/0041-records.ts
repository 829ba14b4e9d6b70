import { type Kysely, sql } from 'kysely'

/** What is counted of a person as an author and as a freelancer; no row where there is nothing to count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person_records (
      user_id bigint primary key references users,
      closed integer not null,
      hired integer not null,
      responses integer not null,
      answered integer not null,
      answered_percent smallint not null check (answered_percent between 0 and 100),
      wait_minutes integer,
      paid_placements integer not null,
      completed integer not null,
      dated integer not null,
      on_time integer not null,
      returning_clients integer not null,
      talks integer not null,
      reply_minutes integer,
      check (hired <= closed and answered <= responses and on_time <= dated and dated <= completed)
    )`.execute(db)
}
