import type { Insertable } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Payments } from '#db/tables/payments.ts'
import type { ActorContext } from '#services/core/request-context.ts'

type FreePurchase = Pick<Insertable<Payments>, 'kind' | 'listing_id' | 'response_id' | 'tariff_id'> & {
  /** `credit`: a credit or the focus group pays. `service`: the order of a service, which costs no placement. */
  source: 'credit' | 'service'
}

/**
 * Stores a payment of 0 that is paid at once, with its place in the history of payments.
 * @returns id of the payment
 */
export async function insertFreePayment(
  ctx: ActorContext,
  tx: Tx,
  purchase: FreePurchase,
  reason: string,
): Promise<number> {
  const now = ctx.now().toISOString()
  const { id } = await tx
    .insertInto('payments')
    .values({
      ...purchase,
      payer_id: ctx.viewer.id,
      amount: 0,
      rail: 'credit',
      state: 'paid',
      paid_at: now,
      expires_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({ payment_id: id, to_state: 'paid', reason, created_at: now })
    .execute()
  return id
}
