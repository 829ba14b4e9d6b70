import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminPayment } from '#contract/calls/admin-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import { type Page, type Paging, readPage, total } from '#services/admin/pages.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { makeInquiryDue } from '#services/payments/verification/inquiries.ts'
import { amount } from '#services/reference/projections.ts'

type Payment = z.output<typeof AdminPayment>
type Filter = Paging & { state?: Payment['state']; payer_id?: number; has_case?: boolean }

const cases = sql<Payment['cases']>`array(select kind from payment_cases
  where payment_id = payment.id and state = 'open')`

/**
 * SQL for the amount of a payment in roubles or Stars. Stars have no minor units. The query needs the alias `payment`.
 */
export const inUnits = sql<number>`case when payment.currency = 'XTR' then payment.amount::float8
  else ${amount('payment.amount')} end`

function selectPayments(db: Db) {
  return db
    .selectFrom('payments as payment')
    .innerJoin('users as payer', 'payer.id', 'payment.payer_id')
    .leftJoin('responses as response', 'response.id', 'payment.response_id')
    .leftJoin('listings as listing', (join) =>
      join.on(sql<boolean>`listing.id = coalesce(payment.listing_id, response.listing_id)`),
    )
    .select(['payment.id', 'payment.kind', 'payment.state', 'payment.currency', 'payment.payer_id'])
    .select(['payment.rail', 'payer.full_name as payer_name', 'listing.title', inUnits.as('amount')])
    .select(['payment.listing_id', 'payment.response_id', 'payment.created_at', 'payment.paid_at', total])
    .select([
      cases.as('cases'),
      sql<boolean>`exists (select from credits where source_payment_id = payment.id)`.as('is_credited'),
    ])
}

/** SQL for the moment that the row of a payment shows: when it was paid, or when its form was opened. */
const shownAt = sql<string>`coalesce(payment.paid_at, payment.created_at)`

/**
 * Lists payments by the moment that their rows show, latest first. The list counts all its payments anyway, so an index
 * in this order would save nothing.
 */
export async function listPayments(db: Db, filter: Filter): Promise<Page<Payment>> {
  const { state, payer_id, has_case } = filter
  const matching = selectPayments(db)
    // The payment of 0 beside the order of a service is no money.
    .where('payment.source', '<>', 'service')
    .$if(state !== undefined, (query) => query.where('payment.state', '=', state ?? 'paid'))
    .$if(payer_id !== undefined, (query) => query.where('payment.payer_id', '=', payer_id ?? 0))
    .$if(has_case === true, (query) => query.where(sql<boolean>`cardinality(${cases}) > 0`))
    .orderBy(shownAt, 'desc')
    .orderBy('payment.id', 'desc')
  return readPage(matching, filter)
}

/**
 * Asks the payment provider about a payment immediately.
 * @returns whether the provider could be asked
 * @throws not_found
 */
export async function checkPayment(
  ctx: UserContext,
  payment_id: number,
): Promise<{ is_asked: boolean; state: Payment['state'] }> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select('state')
    .where('id', '=', payment_id)
    .executeTakeFirst()
  if (!payment) throw new AppError('not_found')
  const is_asked = await makeInquiryDue(ctx, payment_id)
  await ctx.db.transaction().execute((tx) =>
    writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'payment.check',
      subject: { type: 'payment', id: payment_id },
      before: payment,
      after: { is_asked },
    }),
  )
  return { is_asked, state: payment.state }
}
