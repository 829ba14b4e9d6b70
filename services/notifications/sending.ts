import { sql } from 'kysely'
import type { Language } from '#contract/options.ts'
import type { Db, Tx } from '#db/index.ts'
import type { DeliveryLane } from '#db/tables.ts'
import type { Context } from '#services/context.ts'
import type { DeliveryKind, SentMessage } from './kinds.ts'

export type ClaimedDelivery = {
  id: string
  user_id: number | null
  chat_id: number | null
  kind: DeliveryKind
  lane: DeliveryLane
  payload: Record<string, unknown>
  /** Claims so far, this one included. */
  attempts: number
  error: string | null
  request_id: string | null
  created_at: string
  telegram_id: number | null
  ui_language: Language | null
  notify_blocked_at: string | null
}

/** What became of one try. */
export type Outcome =
  | { state: 'sent'; place: SentMessage }
  /** `unreachable`: Telegram will not let us write to this person any more. */
  | { state: 'failed'; error: string; unreachable?: boolean }
  /** Telegram surely has not accepted it; `untried` does not count as a try. */
  | { state: 'pending'; wait_ms: number; error: string; untried?: boolean }
  /** It may have arrived. */
  | { state: 'unknown'; error: string }

/** Note on a message that is being sent for the second and last time because the first may have arrived. */
export const noAnswer = 'no_answer'

/** Takes due messages of a lane, one chat's never beside another of the same chat. */
export async function claimDeliveries(
  db: Db,
  { lane, limit, now, lease_until }: { lane: DeliveryLane; limit: number; now: string; lease_until: string },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select id from deliveries waiting
      where state = 'pending' and lane = ${lane} and next_at <= ${now}
        and not exists (
          select from deliveries busy where busy.state = 'sending'
            and (busy.user_id = waiting.user_id or busy.chat_id = waiting.chat_id))
      order by next_at, id limit ${limit}
      for update skip locked
    ), claimed as (
      update deliveries set state = 'sending', lease_until = ${lease_until}, attempts = attempts + 1
      from due where deliveries.id = due.id
      returning deliveries.*
    )
    select claimed.id, user_id, chat_id, kind, lane, payload, attempts, error, request_id, claimed.created_at,
      person.telegram_id, person.ui_language, person.notify_blocked_at
    from claimed left join users person on person.id = claimed.user_id
    order by claimed.next_at, claimed.id
  `.execute(db)
  return rows
}

/** Milliseconds until the next message is due, at most `most`. */
export async function untilNextDelivery(db: Db, now: Date, most: number): Promise<number> {
  const { next_at } = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('next_at').as('next_at'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  const ms = next_at === null ? most : Date.parse(next_at) - now.getTime()
  return ms <= 0 ? most : Math.min(ms, most)
}

/**
 * Writes down what became of a claimed message.
 * @param resend_ms wait before a transactional message that may have arrived is sent once more
 * @param afterwards joins the transaction when the message was sent
 */
export async function settleDelivery(
  ctx: Context,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  resend_ms: number,
  afterwards: (tx: Tx) => Promise<void>,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('deliveries')
      .set({ lease_until: null, ...changes(delivery, outcome, now, resend_ms) })
      .where('id', '=', delivery.id)
      // A later claim of the same message has a higher count: what it found out is newer.
      .where('attempts', '=', delivery.attempts)
      .where('state', '<>', 'sent')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    if (outcome.state === 'sent') await afterwards(tx)
    if (outcome.state === 'failed' && outcome.unreachable && delivery.user_id !== null)
      await stopWriting(tx, delivery.user_id, now)
  })
}

function changes(delivery: ClaimedDelivery, outcome: Outcome, now: Date, resend_ms: number) {
  const pendingIn = (ms: number) =>
    ({ state: 'pending', next_at: new Date(now.getTime() + ms).toISOString() }) as const
  const isSecond = delivery.error === noAnswer
  if (outcome.state === 'sent')
    return { state: 'sent', sent_at: now.toISOString(), error: null, ...outcome.place } as const
  if (outcome.state === 'pending') {
    const attempts = outcome.untried ? delivery.attempts - 1 : delivery.attempts
    return { ...pendingIn(outcome.wait_ms), attempts, error: isSecond ? noAnswer : outcome.error }
  }
  if (outcome.state === 'unknown' && delivery.lane === 'transactional' && !isSecond)
    return { ...pendingIn(resend_ms), error: noAnswer }
  return { state: outcome.state, error: outcome.error }
}

/** No more messages to a person whom Telegram will not let us reach, until they start the bot again. */
async function stopWriting(tx: Tx, user_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ notify_blocked_at: now.toISOString() })
    .where('id', '=', user_id)
    .where('notify_blocked_at', 'is', null)
    .execute()
}
