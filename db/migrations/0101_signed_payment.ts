import { type Kysely, sql } from 'kysely'

/**
 * Links signed from now on carry the payment's own uuid: a number alone may be used again after a restored backup.
 * Links made before stay good with what they were signed with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column signs_uuid boolean not null default false`.execute(db)
}
