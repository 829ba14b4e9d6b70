import { payableStates } from '#contract/lifecycle.ts'
import { extend, pay } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findListingFacts } from '#services/listings/access.ts'

/** What Telegram tells of a payment with Stars, before and after the Stars moved. */
export type StarPayment = {
  invoice_payload: string
  currency: string
  total_amount: number
  telegram_id: number
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The invoice behind a payload, whatever became of it. */
export async function findStarInvoice(db: Db, { invoice_payload }: Pick<StarPayment, 'invoice_payload'>) {
  if (!uuid.test(invoice_payload)) return undefined
  return db
    .selectFrom('payments as payment')
    .innerJoin('users as payer', 'payer.id', 'payment.payer_id')
    .select(['payment.id', 'payment.state', 'payment.amount', 'payment.currency', 'payment.expires_at'])
    .select(['payment.listing_id', 'payment.response_id', 'payment.payer_id', 'payer.telegram_id'])
    .where('payment.uuid', '=', invoice_payload)
    .where('payment.rail', '=', 'stars')
    .executeTakeFirst()
}

/** The last look before Stars are taken. @returns why they must not be, or null */
export async function refuseStars(ctx: Context, asked: StarPayment): Promise<'gone' | 'foreign' | null> {
  const payment = await findStarInvoice(ctx.db, asked)
  if (!payment) return 'gone'
  if (payment.telegram_id !== asked.telegram_id) return 'foreign'
  const isSame = payment.amount === asked.total_amount && payment.currency === asked.currency
  const isOpen = payment.state === 'created' && Date.parse(payment.expires_at) > ctx.now().getTime()
  if (!isSame || !isOpen) return 'gone'
  return (await isWanted(ctx.db, payment)) ? null : 'gone'
}

/** Whether there still is something to pay for. */
async function isWanted(
  db: Db,
  {
    listing_id,
    response_id,
    payer_id,
  }: { listing_id: number | null; response_id: number | null; payer_id: number },
): Promise<boolean> {
  if (listing_id !== null) {
    const facts = await findListingFacts(db, listing_id, payer_id)
    return facts !== undefined && !(extend(facts) && pay(facts))
  }
  const response = await db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select('response.id')
    .where('response.id', '=', response_id)
    .where('response.response_type', '=', 200)
    .where('response.status', '<>', 'withdrawn')
    .where('listing.status', '=', 'published')
    .executeTakeFirst()
  return response !== undefined
}

export function isPayable(state: string): boolean {
  return (payableStates as readonly string[]).includes(state)
}
