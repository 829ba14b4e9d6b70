import { limits } from '#contract/limits.ts'
import type { PaymentRow } from '#services/payments/money/queries.ts'
import type { ShopFields } from '#services/payments/robokassa/payment.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'

/** Whether the provider's operation is our payment, and not another one under the same number. */

type Signed = Pick<PaymentRow, 'kind' | 'listing_id' | 'response_id' | 'uuid' | 'signs_uuid'>

/** The fields of ours with which the link of a payment is signed. */
export function shopFieldsOf({ kind, listing_id, response_id, uuid, signs_uuid }: Signed): ShopFields {
  return {
    Shp_item: String(listing_id ?? response_id),
    Shp_kind: kind,
    ...(signs_uuid && { Shp_payment: uuid }),
  }
}

/** Whether the fields of a call or an answer are exactly those of the payment's link, in any order. */
export function carriesOwnFields(payment: Signed, shp: Readonly<Record<string, string>>): boolean {
  const own = Object.entries(shopFieldsOf(payment))
  // The provider keeps the names as they were sent, but shops report both spellings of the prefix.
  const told = new Map(Object.entries(shp).map(([name, value]) => [name.toLowerCase(), value]))
  return told.size === own.length && own.every(([name, value]) => told.get(name.toLowerCase()) === value)
}

/** States of an operation in which the provider has, or had, somebody's money. */
const holding = new Set<OperationState['meaning']>(['paid', 'held', 'crediting', 'suspended', 'returned'])

/** States in which the provider holds the money: it is not ours yet, and not back with the payer. */
export const undecided = new Set<OperationState['meaning']>(['held', 'crediting', 'suspended'])

/**
 * Why an answered operation is not the payment's own, or null. An operation that is older than its invoice was paid
 * for another installation of ours, e.g. before a backup was restored and its numbers were given again. One that carries
 * the payment's own number cannot be that; it looks older when our clock was ahead while the link was made.
 */
export function foreignness(
  payment: Signed & Pick<PaymentRow, 'created_at'>,
  { meaning, shp, state_at }: OperationState,
): 'fields' | 'older' | null {
  if (!holding.has(meaning)) return null
  if (!carriesOwnFields(payment, shp)) return 'fields'
  const tolerance = payment.signs_uuid ? limits.invoice.clockJumpMs : limits.invoice.skewMs
  const oldest = Date.parse(payment.created_at) - tolerance
  return state_at !== null && Date.parse(state_at) < oldest ? 'older' : null
}
