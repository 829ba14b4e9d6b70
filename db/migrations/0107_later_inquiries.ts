import { type Kysely, sql } from 'kysely'

/** Payments and links that ended lately enter the round of the last questions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payments set next_check_at = now()
    where rail = 'robokassa' and not is_test and next_check_at is null
      and ((state = 'paid' and paid_at > now() - interval '40 days')
        or (state = 'expired' and expires_at > now() - interval '40 days'))
  `.execute(db)
}
