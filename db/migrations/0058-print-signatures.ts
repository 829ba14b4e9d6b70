import { type Kysely, sql } from 'kysely'

/**
 * The pairs of a response as bits, which tell most responses apart before their pairs are counted. Those of before and
 * what the release before writes have none, and are counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table response_prints add column signature bit(256)`.execute(db)
}
