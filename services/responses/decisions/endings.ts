import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import {
  type EndReason,
  nextResponseStatus,
  type ResponseMove,
  waitingResponses,
} from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { endInvitations } from '#services/responses/invitations/endings.ts'
import { type Columns, moveResponses, type ResponseRow } from './moves.ts'

/** Ends responses for any reason, notifies their senders, and returns boosts of responses that nobody saw. */

type Ending = {
  listing_id: number
  reason: EndReason
  /** Locked response that ends. If absent, all waiting responses of the listing end. */
  response?: ResponseRow
  /** Additional columns that are set when the response ends. */
  columns?: Columns
}

/** Move for each end reason that a person causes: the listing's author declines, or the sender withdraws. */
const moves: Partial<Record<EndReason, Extract<ResponseMove, 'decline' | 'withdraw'>>> = {
  author_declined: 'decline',
  withdrawn: 'withdraw',
}

/**
 * Ends responses of a locked listing: a single one, or all that wait and then the listing's invitations too. If all
 * responses end, the event recorded by this function notifies their senders. If a single response ends, the calling
 * code must notify its sender. The response of the executor ends only if it is given as `response`.
 * @throws wrong_state with the state of a response that cannot end
 */
export async function endResponses(
  ctx: Context,
  tx: Tx,
  { listing_id, reason, response, columns }: Ending,
): Promise<void> {
  if (!response) await endInvitations(ctx, tx, listing_id, reason)
  const move = moves[reason] ?? 'pass'
  const states = response ? [response.status] : waitingResponses
  if (response && !nextResponseStatus(response.status, move))
    throw new AppError('wrong_state', { response_status: response.status })
  const which = response ? { id: response.id } : { listing_id }
  const endedResponses = await moveResponses(ctx, tx, move, which, { ...columns, end_reason: reason }, states)
  if (endedResponses.length === 0) return
  const ids = endedResponses.map(({ id }) => id)
  // A person who withdraws a response does not get its boost back.
  if (reason !== 'withdrawn') await creditUnseenBoosts(ctx, tx, ids)
  if (!response) await record(ctx, tx, 'responses.passed', { listing_id })
}

/**
 * Turns paid boosts of responses that the listing's author never opened into free boosts (#93). If such a response
 * becomes active again, it has no boost.
 */
async function creditUnseenBoosts(ctx: Context, tx: Tx, ids: number[]): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    with unseen as (
      update responses set boost_credited_at = ${now}, response_type = 200, boosted_at = null
      where id = any (${ids}::bigint[]) and response_type = 20 and seen_at is null
      returning id, user_id
    )
    insert into credits (user_id, product, reason, source_payment_id, created_at)
    select unseen.user_id, 'response', 'boost_unseen', payment.id, ${now}
    from unseen join payments payment on payment.response_id = unseen.id and payment.state = 'paid'
    on conflict (source_payment_id) do nothing
  `.execute(tx)
}
