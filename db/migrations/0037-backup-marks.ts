import { type Kysely, sql } from 'kysely'

/** When the process of backups did each of its works last, so that others notice when it does them no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backup_marks (
      work text primary key check (work in ('base', 'log', 'drill')),
      done_at timestamptz not null,
      detail jsonb not null
    )`.execute(db)
}
