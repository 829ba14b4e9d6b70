import { type Kysely, sql } from 'kysely'

/** Lines of both sides in the act and the contract of a finished deal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists deal_papers (
      listing_id bigint not null references listings on delete cascade,
      user_id bigint not null references users,
      name text not null,
      tax_number text check (tax_number ~ '^(\\d{10}|\\d{12})$'),
      receipt_url text,
      saved_at timestamptz not null,
      primary key (listing_id, user_id)
    );
    create index if not exists deal_papers_user on deal_papers (user_id);
    create index if not exists deal_papers_saved on deal_papers (saved_at);
  `.execute(db)
}
