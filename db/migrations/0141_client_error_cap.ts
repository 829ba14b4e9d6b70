import { type Kysely, sql } from 'kysely'

/** Failures of the mini-app that were told within the hour are counted before another one is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index deliveries_client_errors on deliveries (created_at) where kind = 'client_error'`.execute(
    db,
  )
}
