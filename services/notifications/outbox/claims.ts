import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import { notificationSwitches } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { DeliveryLane } from '#db/tables.ts'
import type { DeliveryKind } from '#services/notifications/kinds.ts'
import type { DeliverySettings } from './rules.ts'

/** A message that this process has claimed for sending, with the current settings of its reader. */
export type ClaimedDelivery = DeliverySettings & {
  id: string
  user_id: number | null
  chat_id: number | null
  kind: DeliveryKind
  lane: DeliveryLane
  payload: Record<string, unknown>
  /** Number of attempts to send the message, including the one that starts with this claim. */
  attempts: number
  error: string | null
  request_id: string | null
  created_at: string
  telegram_id: number | null
  ui_language: Language | null
  notify_blocked_at: string | null
  /** True if Telegram has recently refused messages to the staff group. */
  is_chat_silent: boolean
}

type Claim = {
  /** Maximum number of messages to claim. `bulk` is the maximum number of bulk messages among them. */
  limit: number
  bulk: number
  now: string
  lease_until: string
}

/** If a message is retried within this number of milliseconds, it stays at the head of its chat's queue. */
const keepsPlaceMs = sql.lit(10_000)

/**
 * SQL for the due messages of a lane, at most one at a time per person or chat. In a group with its strict rate limit,
 * only the first message by priority and age is claimed, so that an urgent message overtakes all others.
 */
function dueIds(lane: DeliveryLane, now: string, limit: RawBuilder<unknown>) {
  return sql`select id from deliveries waiting
    where state = 'pending' and lane = ${sql.lit(lane)} and next_at <= ${now}
      and not exists (
        select from deliveries busy where busy.state = 'sending'
          and (busy.user_id = waiting.user_id or busy.chat_id = waiting.chat_id))
      and (waiting.user_id is not null or not exists (
        select from deliveries ahead where ahead.state = 'pending' and ahead.user_id is null
          and ahead.chat_id = waiting.chat_id and (ahead.priority, ahead.id) < (waiting.priority, waiting.id)
          and ahead.next_at <= ${now}::timestamptz + ${keepsPlaceMs} * interval '1 ms'))
    order by next_at, id limit ${limit}
    for update skip locked`
}

/**
 * SQL for the names of notification settings in the person's profile that are off. A setting that is on gives null. The
 * query needs the alias `person`.
 */
const switchedOff = sql.join(
  notificationSwitches.map(
    (name) => sql`case when not ${sql.ref(`person.${name}`)} then ${sql.lit(name)} end`,
  ),
)

/** Claims due messages for sending. Transactional messages are claimed before bulk ones. */
export async function claimDeliveries(
  db: Db,
  { limit, bulk, now, lease_until }: Claim,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with urgent as materialized (${dueIds('transactional', now, sql`${limit}`)}),
    patient as materialized (${dueIds('bulk', now, sql`greatest(0, least(${bulk}, ${limit} - (select count(*) from urgent)))`)}),
    claimed as (
      update deliveries set state = 'sending', lease_until = ${lease_until}, attempts = attempts + 1
      where id in (select id from urgent union all select id from patient)
      returning deliveries.*
    )
    select claimed.id, user_id, claimed.chat_id, kind, lane, payload, attempts, error, request_id, claimed.created_at,
      staff.silent_since is not null as is_chat_silent, person.telegram_id, coalesce(person.ui_language, staff.language) as ui_language, person.notify_blocked_at,
      coalesce(person.muted_kinds, '{}') as muted_kinds, person.quiet_from, person.quiet_to, person.time_zone,
      array_remove(array[${switchedOff}], null) as switched_off,
      coalesce(lately.hour, 0) as bulk_hour, coalesce(lately.day, 0) as bulk_day
    from claimed left join users person on person.id = claimed.user_id
    left join staff_chats staff on staff.chat_id = claimed.chat_id
    left join lateral (
      select count(*) filter (where coalesce(past.sent_at, past.next_at) > ${now}::timestamptz - interval '1 hour') as hour,
        count(*) as day
      from deliveries past
      where claimed.lane = 'bulk' and past.user_id = claimed.user_id and past.lane = 'bulk'
        and past.state in ('sent', 'unknown') and past.digest_id is null
        -- A message may have waited for its turn, but not for days.
        and past.created_at > ${now}::timestamptz - interval '3 days'
        and coalesce(past.sent_at, past.next_at) > ${now}::timestamptz - interval '1 day'
    ) lately on true
    order by claimed.next_at, claimed.id
  `.execute(db)
  return rows
}

/** Milliseconds until the next message is due, at most `most`. */
export async function untilNextDelivery(db: Db, now: Date, maxMs: number): Promise<number> {
  const { next_at } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('next_at').as('next_at'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  const ms = next_at === null ? maxMs : Date.parse(next_at) - now.getTime()
  return ms <= 0 ? maxMs : Math.min(ms, maxMs)
}
