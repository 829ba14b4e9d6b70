import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#db/index.ts'
import { eventParts, insertEvent } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Schema of an event's payload, which contains only ids. An event tells consumers that something has happened; a
 * consumer reads the current state. A consumer is the worker of the same name in workers/. Its task is written in the
 * transaction of the event and stays until the consumer has committed its work.
 */
const Ids = <T extends string>(...names: T[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int().positive()])) as Record<T, z.ZodInt>)

export const events = {
  'payment.reported': { payload: Ids('payment_id'), consumers: ['payment-verification'] },
  'payment.confirmed': { payload: Ids('payment_id'), consumers: ['author-notifications'] },
  'payment.credited': { payload: Ids('payment_id'), consumers: ['author-notifications'] },
  'payment.refunded': { payload: Ids('payment_id'), consumers: ['author-notifications'] },
  'listing.submitted': { payload: Ids('listing_id'), consumers: ['moderation'] },
  'report.submitted': { payload: Ids('report_id'), consumers: ['moderation'] },
  'moderation.changed': { payload: Ids('task_id'), consumers: ['moderation'] },
  'moderation.asked': { payload: Ids('question_id'), consumers: ['author-notifications'] },
  'moderation.answered': { payload: Ids('question_id'), consumers: ['moderation'] },
  'moderation.decided': { payload: Ids('task_id'), consumers: ['moderation-decisions'] },
  'listing.published': {
    payload: Ids('listing_id'),
    consumers: ['new-order-notifications', 'moderation'],
  },
  /**
   * The listing was published because an appeal was granted. Its author gets a message about the appeal instead of the
   * usual message about the publication.
   */
  'appeal.granted': {
    payload: Ids('listing_id'),
    consumers: ['new-order-notifications', 'moderation'],
  },
  /**
   * Event that is scheduled for the time at which an order may become hot, for example because its deadline is near.
   */
  'listing.hot_check_due': { payload: Ids('listing_id'), consumers: ['hot-order-notifications'] },
  'listing.withdrawn': { payload: Ids('listing_id'), consumers: ['moderation'] },
  'listing.rejected': { payload: Ids('listing_id'), consumers: ['author-notifications', 'moderation'] },
  'response.sent': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'response.chosen': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'response.declined': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'response.released': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'response.shortlisted': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'response.withdrawn': { payload: Ids('response_id'), consumers: ['response-notifications'] },
  'responses.shown': { payload: Ids('listing_id'), consumers: ['response-notifications'] },
  'responses.passed': { payload: Ids('listing_id'), consumers: ['response-notifications'] },
  'listing.expired': { payload: Ids('listing_id'), consumers: ['author-notifications'] },
  'listing.completed': { payload: Ids('listing_id'), consumers: ['response-notifications'] },
  /** A listing was closed or opened again, which changes the records of its author and its executor. */
  'records.outdated': { payload: Ids('listing_id'), consumers: ['person-records'] },
  'revision.submitted': { payload: Ids('revision_id'), consumers: ['moderation'] },
  /** An edit became public, because a moderator approved it. */
  'revision.published': {
    payload: Ids('revision_id'),
    consumers: ['author-notifications', 'response-notifications'],
  },
  'revision.approved': { payload: Ids('revision_id'), consumers: ['moderation'] },
  'revision.rejected': { payload: Ids('revision_id'), consumers: ['moderation', 'author-notifications'] },
  'message.sent': { payload: Ids('message_id'), consumers: ['message-notifications'] },
  'language.chosen': { payload: Ids('user_id'), consumers: ['bot-introductions'] },
  'client.failed': { payload: z.object({ report: z.string().max(4000) }), consumers: ['client-errors'] },
} as const satisfies Record<string, { payload: z.ZodType; consumers: readonly string[] }>

export type Topic = keyof typeof events
export type Payload<T extends Topic> = z.output<(typeof events)[T]['payload']>
export type Consumer = (typeof events)[Topic]['consumers'][number]

export const consumers: readonly Consumer[] = [
  ...new Set(Object.values(events).flatMap(({ consumers }): readonly Consumer[] => consumers)),
].sort()

/**
 * Writes an event and one task for each of its consumers in the caller's transaction. The consumers start at the time
 * `due`, or at once without it.
 */
export async function record<T extends Topic>(
  ctx: Pick<Context, 'now' | 'request_id'>,
  tx: Tx,
  topic: T,
  payload: Payload<T>,
  due?: Date,
): Promise<string> {
  const { consumers } = events[topic]
  const { request_id } = ctx
  return insertEvent(tx, {
    topic,
    payload,
    consumers,
    request_id,
    now: ctx.now().toISOString(),
    due: due?.toISOString(),
  })
}

/**
 * SQL parts that write one event for each `id` of the CTE `source`. They do the same as `record`, but as a part of a
 * larger statement, which saves a round trip to the database.
 */
export function recordParts<T extends Topic>(
  topic: T,
  name: string & keyof Payload<T>,
  source: string,
  { request_id, now }: { request_id: string | null; now: string },
): RawBuilder<unknown> {
  const consumers = sql<string[]>`${sql.lit(`{${events[topic].consumers.join()}}`)}`
  const payload = sql<string>`jsonb_build_object(${sql.lit(name)}::text, ${sql.ref(`${source}.id`)})`
  const values = { topic: sql.lit<string>(topic), payload, consumers, request_id, now, due: now }
  return eventParts(values, sql.table(source))
}
