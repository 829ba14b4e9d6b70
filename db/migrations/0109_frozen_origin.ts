import { type Kysely, sql } from 'kysely'

/** Neither does a payment become one of a test, or an older one: its money would leave the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger payments_frozen_origin before update of is_test, created_at on payments
      for each row when ((old.is_test, old.created_at) is distinct from (new.is_test, new.created_at))
      execute function refuse_other_payment();
  `.execute(db)
}
