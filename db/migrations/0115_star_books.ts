import { type Kysely, sql } from 'kysely'

/** How far Telegram's book of Stars was read, for each bot that the product has been. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table star_books (
      bot bigint primary key,
      entries integer not null default 0 check (entries >= 0),
      read_at timestamptz not null
    );
  `.execute(db)
}
