import { type Kysely, sql } from 'kysely'

/** A payer's bank may refuse: the invoice stays open, and its payer is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column refused_at timestamptz,
      add column refusal_at timestamptz,
      add check ((refused_at is null) = (refusal_at is null)) not valid;
  `.execute(db)
}
