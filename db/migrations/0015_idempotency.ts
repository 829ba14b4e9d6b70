import { type Kysely, sql } from 'kysely'

/** Replies remembered for a day, so that a repeated call changes nothing twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table idempotency_keys (
      user_id bigint not null references users,
      call text not null,
      key text not null check (char_length(key) between 1 and 200),
      body_hash text not null,
      reply jsonb,
      created_at timestamptz not null,
      primary key (user_id, call, key)
    );
    create index idempotency_keys_created on idempotency_keys (created_at);
  `.execute(db)
}
