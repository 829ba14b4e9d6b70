import { type Kysely, sql } from 'kysely'

/** Complaints about one thing are one task; what waits for one chat goes in the order of its priority. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reports add column task_id bigint references moderation_tasks;
    update reports set task_id = task.id from moderation_tasks task where task.report_id = reports.id;
    create index reports_task on reports (task_id, id);
    create index reports_reporter on reports (reporter_id, created_at);

    -- 0 goes first.
    alter table deliveries add column priority smallint not null default 0;
    create index deliveries_line on deliveries (chat_id, priority, id)
      where state = 'pending' and user_id is null;
  `.execute(db)
}
