import { sql } from 'kysely'
import type { InviteDecline } from '#contract/invitations.ts'
import type { ListingAct } from '#contract/lifecycle.ts'
import type { RequestEnd } from '#contract/service-requests.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { moveListing } from '#services/listings/moves.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { type RequestRow, readRequest } from './queries.ts'
import { drawRequest } from './sent-messages.ts'

/** Move of the order for each end of its request. */
const moves = {
  accepted: { by: 'author', move: 'accept' },
  declined: { by: 'freelancer', move: 'decline' },
  freelancer_left: { by: 'freelancer', move: 'decline' },
  withdrawn: { by: 'author', move: 'withdraw_offer' },
  client_left: { by: 'author', move: 'withdraw_offer' },
  removed: { by: 'staff', move: 'withdraw_offer' },
  lapsed: { by: 'clock', move: 'lapse_offer' },
} as const satisfies Record<RequestEnd, ListingAct>

/** Kind of the message that tells a side of an end. */
const kinds = {
  accepted: 'service_accepted',
  declined: 'service_declined',
  freelancer_left: 'service_declined',
  withdrawn: 'service_withdrawn',
  client_left: 'service_withdrawn',
  removed: 'service_withdrawn',
  lapsed: 'service_lapsed',
} as const satisfies Record<RequestEnd, string>

type End = { reason: RequestEnd; ended_by: number | null; decline_reason?: InviteDecline | undefined }

/**
 * Locks the order of a request, and reads the request as it is under the lock. The order is locked before whatever
 * hangs on it, as everywhere.
 */
export async function lockRequest(tx: Tx, id: number): Promise<RequestRow | undefined> {
  await tx.selectFrom('listings').select('id').where('id', '=', id).forUpdate().execute()
  return readRequest(tx, id)
}

/**
 * Ends a locked request: moves its order, tells whoever of the two sides did not do it, and redraws the messages that
 * were sent about it.
 * @throws wrong_state if it has ended already
 */
export async function endRequest(
  ctx: Context,
  tx: Tx,
  request: RequestRow,
  { reason, ended_by, decline_reason }: End,
  columns: Parameters<typeof moveListing>[4] = {},
): Promise<void> {
  await moveListing(ctx, tx, request, moves[reason], columns)
  const ended_at = ctx.now().toISOString()
  const listing_id = request.id
  await tx
    .updateTable('service_requests')
    .set({
      ended_at,
      ended_by,
      end_reason: reason,
      decline_reason: decline_reason ?? null,
      // An answer of the freelancer was read before.
      ...(ended_by === request.freelancer_id && { seen_at: sql<string>`coalesce(seen_at, ${ended_at})` }),
    })
    .where('listing_id', '=', listing_id)
    .execute()
  for (const user_id of [request.client_id, request.freelancer_id])
    if (user_id !== ended_by)
      await queueDelivery(ctx, tx, {
        to: { user_id },
        kind: kinds[reason],
        payload: { listing_id },
        // open_loops looks for this key (request_end_key of 0020-service-requests).
        dedupe_key: `service_ended:${listing_id}:${user_id}:${Date.parse(ended_at)}`,
      })
  await drawRequest(ctx, tx, listing_id)
}

/**
 * Closes a request that waits, by a decision of the staff about a report. Both sides are told.
 * @returns false if it does not wait any more
 */
export async function removeRequest(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const request = await lockRequest(tx, id)
  if (request?.status !== 'offered') return false
  await endRequest(ctx, tx, request, { reason: 'removed', ended_by: null })
  return true
}

/**
 * Ends all open requests for a service that the staff took down. The caller holds the service, so that no new request
 * comes.
 */
export async function endRequestsForService(ctx: Context, tx: Tx, service_id: number): Promise<void> {
  const open = await tx
    .selectFrom('service_requests')
    .select('listing_id as id')
    .where('service_id', '=', service_id)
    .where('ended_at', 'is', null)
    .orderBy('listing_id')
    .execute()
  for (const { id } of open) await removeRequest(ctx, tx, id)
}

/** Ids of the open requests of a person on either side, or of the requests between two people. */
async function findOpen(db: Db, user_id: number, other_id?: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing_id as id from service_requests
    where ended_at is null and ${user_id} in (client_id, freelancer_id)
      and (${other_id ?? null}::bigint is null or ${other_id ?? null}::bigint in (client_id, freelancer_id))
    order by listing_id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Ends all open requests of a person whose account is closed, on either side. The caller holds the person's row, so that
 * no new request comes.
 */
export async function endRequestsOfLeaver(ctx: Context, tx: Tx, user_id: number): Promise<void> {
  for (const id of await findOpen(tx, user_id)) {
    const request = await lockRequest(tx, id)
    if (request?.status !== 'offered') continue
    const reason = request.client_id === user_id ? 'client_left' : 'freelancer_left'
    await endRequest(ctx, tx, request, { reason, ended_by: user_id })
  }
}

/**
 * Ends the open requests between two people when one blocks the other: the client's withdrawal, the freelancer's
 * refusal. The other person reads no more than that.
 */
export async function endRequestsBetween(
  ctx: Context,
  tx: Tx,
  blocker_id: number,
  blocked_id: number,
): Promise<void> {
  for (const id of await findOpen(tx, blocker_id, blocked_id)) {
    const request = await lockRequest(tx, id)
    if (request?.status !== 'offered') continue
    const reason = request.client_id === blocker_id ? 'withdrawn' : 'declined'
    await endRequest(ctx, tx, request, { reason, ended_by: blocker_id })
  }
}
