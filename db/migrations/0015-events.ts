import { type Kysely, sql } from 'kysely'

/** Facts on their way to consumers, messages on their way to people, updates of Telegram on their way in. */
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

    create table telegram_updates (
      update_id bigint primary key,
      payload jsonb not null,
      attempts integer not null default 0,
      error text,
      received_at timestamptz not null,
      done_at timestamptz
    );
    create index telegram_updates_open on telegram_updates (update_id) where done_at is null;

    -- Replies, remembered for a day, so that a repeated call changes nothing twice.
    create table idempotency_keys (
      user_id bigint not null references users,
      call text not null,
      key text not null check (char_length(key) between 1 and 200),
      body_hash text not null,
      reply jsonb,
      created_at timestamptz not null,
      primary key (user_id, call, key)
    );
    create index idempotency_keys_created on idempotency_keys (created_at);

    -- What comes at a bad time is held and told with others, once a day.
    create table deliveries (
      id uuid primary key default uuidv7(),
      user_id bigint references users,
      chat_id bigint,
      kind text not null,
      lane text not null check (lane in ('transactional', 'bulk')),
      priority smallint not null default 0,
      dedupe_key text not null unique,
      payload jsonb not null,
      state text not null default 'pending' check (state in (
        'pending', 'sending', 'sent', 'failed', 'unknown', 'held')),
      attempts integer not null default 0,
      next_at timestamptz not null,
      digest_id uuid references deliveries,
      lease_until timestamptz,
      message_id bigint,
      sent_at timestamptz,
      error text,
      request_id text,
      created_at timestamptz not null,
      check (num_nonnulls(user_id, chat_id) >= 1),
      check ((state = 'sending') = (lease_until is not null)),
      constraint deliveries_held_check check (state <> 'held' or digest_id is not null)
    );
    create index deliveries_due on deliveries (lane, next_at, id) where state = 'pending';
    create index deliveries_leased on deliveries (lease_until) where state = 'sending';
    create index deliveries_user on deliveries (user_id, created_at desc);
    -- What waits for one chat goes in the order of its priority; 0 goes first.
    create index deliveries_line on deliveries (chat_id, priority, id)
      where state = 'pending' and user_id is null;
    create index deliveries_digest on deliveries (digest_id) where digest_id is not null;
    create index deliveries_hot on deliveries (user_id, created_at) where kind = 'hot_order';
    -- People answer a notification: it is found by the message that told it.
    create index deliveries_told on deliveries (user_id, message_id) where kind = 'new_message';
    -- Failures of the mini-app within the hour are counted before another one is told.
    create index deliveries_client_errors on deliveries (created_at) where kind = 'client_error';
  `.execute(db)
}
