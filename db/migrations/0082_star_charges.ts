import { type Kysely, sql } from 'kysely'

/** A charge of Stars pays once, however often it is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index payments_one_per_charge on payments (op_key) where rail = 'stars'`.execute(db)
}
