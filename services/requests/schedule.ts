import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { endRequest, lockRequest } from './endings.ts'

const hourMs = 60 * 60_000
const { days, remindHours } = limits.serviceRequests
const lifeMs = days * 24 * hourMs

/**
 * Reminds the person for whom a request waits, once at each of the hours in `limits.serviceRequests.remindHours` after
 * the last offer. If several reminders are due together, only the latest is sent.
 * @returns number of messages
 */
export async function remindOfRequests(ctx: Context, batch: number): Promise<number> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; user_id: number; due: number }>`
      select request.listing_id as id, due.count as due,
        case when request.countered_at is null then request.freelancer_id else request.client_id end as user_id
      from service_requests request
      join listings listing on listing.id = request.listing_id and listing.status = 'offered',
      lateral (select count(*)::int from unnest(${[...remindHours]}::int[]) hours
        where request.ends_at - ${lifeMs / 1000} * interval '1 second' + hours * interval '1 hour'
          <= ${now.toISOString()}::timestamptz) due
      where request.ended_at is null and request.ends_at > ${now.toISOString()} and request.nudges < due.count
      order by request.ends_at limit ${batch}
      for update of request skip locked`.execute(tx)
    for (const { id, user_id, due } of rows) {
      await tx.updateTable('service_requests').set({ nudges: due }).where('listing_id', '=', id).execute()
      await queueDelivery(ctx, tx, {
        to: { user_id },
        kind: 'service_request_waits',
        payload: { listing_id: id },
        dedupe_key: `service_request_waits:${id}:${user_id}:${due}`,
      })
    }
    return rows.length
  })
}

/**
 * Ends the requests that nobody answered in time, and tells both sides. One that is answered at this moment is left to
 * the answer.
 * @returns number of requests
 */
export async function lapseRequests(ctx: Context, batch: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('service_requests as request')
      .innerJoin('listings as listing', 'listing.id', 'request.listing_id')
      .select('listing.id')
      .where('request.ended_at', 'is', null)
      .where('request.ends_at', '<=', ctx.now().toISOString())
      .where('listing.status', '=', 'offered')
      .orderBy('request.ends_at')
      .limit(batch)
      .forUpdate('listing')
      .skipLocked()
      .execute()
    for (const { id } of due) {
      const request = await lockRequest(tx, id)
      if (request?.status !== 'offered') continue
      await endRequest(ctx, tx, request, { reason: 'lapsed', ended_by: null })
    }
    return due.length
  })
}
