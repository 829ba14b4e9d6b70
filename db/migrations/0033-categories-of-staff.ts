import { type Kysely, sql } from 'kysely'

/** The staff adds, renames and closes specialities: what they wrote stays, what is closed is chosen no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table categories
      add column closed_at timestamptz,
      -- Since then the names are the staff's, not those that come with the code.
      add column edited_at timestamptz`.execute(db)
}
