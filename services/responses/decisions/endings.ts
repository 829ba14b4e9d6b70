import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type EndReason, nextOfResponse, type ResponseMove, waitingResponses } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { endInvitations } from '#services/responses/invitations/endings.ts'
import { type Columns, moveResponses, type ResponseRow } from './moves.ts'

/** Every way in which a response ends: what its sender is told, and whether an unseen boost is returned. */

type Ending = {
  listing_id: number
  reason: EndReason
  /** The one that ends, locked; all that still wait when absent. */
  response?: ResponseRow
  /** What else is written down about it. */
  columns?: Columns
}

/** The move of each end; a response that was neither declined nor withdrawn is passed over. */
const moves: Partial<Record<EndReason, Extract<ResponseMove, 'decline' | 'withdraw'>>> = {
  author_declined: 'decline',
  withdrawn: 'withdraw',
}

/**
 * Ends responses of a locked listing: one, or all that still wait, and with these its invitations. Those passed over are told by the event that is
 * recorded here, a single end by its caller. The executor's response ends only where it is named.
 * @throws wrong_state with the state of the one that cannot end
 */
export async function endResponses(
  ctx: Context,
  tx: Tx,
  { listing_id, reason, response, columns }: Ending,
): Promise<void> {
  if (!response) await endInvitations(ctx, tx, listing_id, reason)
  const move = moves[reason] ?? 'pass'
  const states = response ? [response.status] : waitingResponses
  if (response && !nextOfResponse(response.status, move))
    throw new AppError('wrong_state', { response_status: response.status })
  const which = response ? { id: response.id } : { listing_id }
  const ended = await moveResponses(ctx, tx, move, which, { ...columns, end_reason: reason }, states)
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  // A withdrawn response loses its boost.
  if (reason !== 'withdrawn') await creditUnseenBoosts(ctx, tx, ids)
  if (!response) await record(ctx, tx, 'responses.passed', { listing_id })
}

/**
 * Returns paid boosts of responses that the author never opened, as free ones (#93). Such a response is a plain one
 * from then on: when it competes again, it does so without the boost.
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
