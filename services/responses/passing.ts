import { sql } from 'kysely'
import { responsesFrom } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { record } from '#services/events.ts'

/** What happens to responses that nobody will choose any more. */

/** Passes over every response of a locked listing that still waits, and lets their senders be told. */
export async function passOthers(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const waiting = responsesFrom('pass').filter((status) => status !== 'chosen')
  const { numUpdatedRows } = await tx
    .updateTable('responses')
    .set({ status: 'not_chosen', updated_at: ctx.now().toISOString() })
    .where('listing_id', '=', listing_id)
    .where('status', 'in', waiting)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await record(ctx, tx, 'responses.passed', { listing_id })
}

/** Gives every paid boost back as a free one whose response the author never opened (#93). */
export async function creditUnseenBoosts(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    with unseen as (
      update responses set boost_credited_at = ${now}
      where listing_id = ${listing_id} and response_type = 20 and seen_at is null
        and boost_credited_at is null and status <> 'withdrawn'
      returning id, user_id
    )
    insert into credits (user_id, product, reason, source_payment_id, created_at)
    select unseen.user_id, 'response', 'boost_unseen', payment.id, ${now}
    from unseen join payments payment on payment.response_id = unseen.id and payment.state = 'paid'
    on conflict (source_payment_id) do nothing
  `.execute(tx)
}
