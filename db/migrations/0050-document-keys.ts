import { type Kysely, sql } from 'kysely'

/** Public keys that documents were signed with: they are checked by them after the secret is gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_keys (
      id text primary key check (id ~ '^[0-9a-f]{16}$'),
      public_key text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
}
