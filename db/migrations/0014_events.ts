import { type Kysely, sql } from 'kysely'

/** Facts on their way to consumers, messages on their way to people, updates on their way in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id uuid primary key default uuidv7(),
      topic text not null,
      payload jsonb not null,
      request_id text,
      created_at timestamptz not null
    );
    create index events_created on events (created_at);

    create table event_tasks (
      event_id uuid not null references events on delete cascade,
      consumer text not null,
      attempt integer not null default 0,
      due_at timestamptz not null,
      next_at timestamptz not null,
      done_at timestamptz,
      dead_at timestamptz,
      last_error text,
      primary key (event_id, consumer)
    );
    create index event_tasks_due on event_tasks (next_at) where done_at is null and dead_at is null;
    create index event_tasks_dead on event_tasks (dead_at) where dead_at is not null;

    create table deliveries (
      id uuid primary key default uuidv7(),
      user_id bigint references users,
      chat_id bigint,
      kind text not null,
      lane text not null check (lane in ('transactional', 'bulk')),
      dedupe_key text not null unique,
      payload jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'unknown')),
      attempts integer not null default 0,
      next_at timestamptz not null,
      lease_until timestamptz,
      message_id bigint,
      sent_at timestamptz,
      error text,
      request_id text,
      created_at timestamptz not null,
      check (num_nonnulls(user_id, chat_id) >= 1),
      check ((state = 'sending') = (lease_until is not null))
    );
    create index deliveries_due on deliveries (lane, next_at, id) where state = 'pending';
    create index deliveries_leased on deliveries (lease_until) where state = 'sending';
    create index deliveries_user on deliveries (user_id, created_at desc);

    create table telegram_updates (
      update_id bigint primary key,
      payload jsonb not null,
      attempts integer not null default 0,
      error text,
      received_at timestamptz not null,
      done_at timestamptz
    );
    create index telegram_updates_open on telegram_updates (update_id) where done_at is null;
  `.execute(db)
}
