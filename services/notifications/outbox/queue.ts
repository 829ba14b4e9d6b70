import { sql } from 'kysely'
import type { Db, Tx } from '#db/index.ts'
import type { DeliveryLane } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { DeliveryKind, DeliveryPayloads } from '#services/notifications/kinds.ts'
import { currentChat } from '#services/notifications/staff-chats.ts'

/** Postgres channel whose notifications wake the process that sends messages. */
export const deliveriesChannel = 'deliveries'

export type NewDelivery<K extends DeliveryKind> = {
  /** Recipient of the message: a person or a group chat. */
  to: { user_id: number } | { chat_id: number }
  kind: K
  payload: DeliveryPayloads[K]
  /**
   * Key that prevents duplicates: a second message with the same key is ignored. If absent, the key is made of the kind
   * and the payload's values, such as `new_message:7`.
   */
  dedupe_key?: string
  /**
   * Lane of the message. `transactional` is sent first and delivered at least once; `bulk` is delivered at most once.
   */
  lane?: DeliveryLane
  /** Milliseconds by which the message is sent later, because the person may see the news in the app before. */
  after_ms?: number
  /** Priority in the queue of a group chat. Messages with priority 0 are sent first. */
  priority?: number
}

/** Queues a message for Telegram in the caller's transaction. The message is sent after the commit. */
export async function queueDelivery<K extends DeliveryKind>(
  ctx: Pick<Context, 'now' | 'request_id'>,
  tx: Tx,
  { to, kind, payload, lane = 'transactional', priority = 0, after_ms = 0, ...given }: NewDelivery<K>,
): Promise<void> {
  const { dedupe_key = [kind, ...Object.values(payload)].join(':') } = given
  const now = ctx.now()
  const next_at = new Date(now.getTime() + after_ms).toISOString()
  const { user_id, chat_id }: { user_id?: number; chat_id?: number } = to
  await sql`
    with stored as (
      insert into deliveries
        (user_id, chat_id, kind, lane, priority, dedupe_key, payload, request_id, next_at, created_at)
      values (${user_id ?? null}, ${currentChat(chat_id ?? null)}, ${kind}, ${lane}, ${priority}, ${dedupe_key},
        ${JSON.stringify(payload)}::jsonb, ${ctx.request_id}, ${next_at}, ${now.toISOString()})
      on conflict (dedupe_key) do nothing
      returning id
    )
    select pg_notify(${deliveriesChannel}, '') from stored
  `.execute(tx)
}

/** Wakes the process that sends messages, after a statement has inserted many messages. */
export async function wakeSender(tx: Tx): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(tx)
}

/** Extends this process's claims on messages that it is still sending. */
export async function renewLeases(db: Db, ids: string[], lease_until: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ lease_until })
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .execute()
}

/**
 * Recovers messages whose process died while it sent them. A transactional message is sent again. A bulk message must
 * not arrive twice, so its state becomes `unknown`.
 */
export async function recoverDeliveries(
  db: Db,
  { now, attempts }: { now: string; attempts: number },
): Promise<number> {
  const result = await sql`
    update deliveries set
      state = case when lane = 'transactional' and attempts < ${attempts} then 'pending' else 'unknown' end,
      next_at = ${now}, lease_until = null, error = 'the sender died'
    where state = 'sending' and lease_until < ${now}
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
