import { type Kysely, sql } from 'kysely'

/** Messages that came at a bad time are told together, once a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deliveries
      drop constraint deliveries_state_check,
      add constraint deliveries_state_check
        check (state in ('pending', 'sending', 'sent', 'failed', 'unknown', 'held')),
      add column digest_id uuid references deliveries,
      add constraint deliveries_held_check check (state <> 'held' or digest_id is not null);
    create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
    create index deliveries_hot on deliveries (user_id, created_at) where kind = 'hot_order';
    -- Freelancers of a category who want to hear of hot orders, also those who want no others.
    create index users_hot_audience on users (category_id, id)
      where status = 'active' and can_write and notify_blocked_at is null and is_notify_hot_orders;
  `.execute(db)
}
