import { limits } from '#contract/limits.ts'
import type { PaymentRow } from '#services/payments/money/queries.ts'
import type { ShopFields } from '#services/payments/robokassa/payment.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'

/** Decides whether an operation at the provider is our payment, or another operation under the same invoice number. */

type SignedFields = Pick<PaymentRow, 'kind' | 'listing_id' | 'response_id' | 'uuid' | 'signs_uuid'>

/** Our custom `Shp_` fields, which are signed together with a payment's link. */
export function shopFieldsOf({ kind, listing_id, response_id, uuid, signs_uuid }: SignedFields): ShopFields {
  return {
    Shp_item: String(listing_id ?? response_id),
    Shp_kind: kind,
    ...(signs_uuid && { Shp_payment: uuid }),
  }
}

/** True if the `Shp_` fields in a result call or answer are exactly those of the payment's link, in any order. */
export function hasOwnFields(payment: SignedFields, shp: Readonly<Record<string, string>>): boolean {
  const ownFields = Object.entries(shopFieldsOf(payment))
  // Names of fields are compared without case. The provider should keep the names, but shops report both spellings of
  // the prefix `Shp_`.
  const received = new Map(Object.entries(shp).map(([name, value]) => [name.toLowerCase(), value]))
  return (
    received.size === ownFields.length &&
    ownFields.every(([name, value]) => received.get(name.toLowerCase()) === value)
  )
}

/** States of an operation in which the provider has somebody's money, or had it. */
const moneyStates = new Set<OperationState['meaning']>(['paid', 'held', 'crediting', 'suspended', 'returned'])

/** States of an operation in which the provider holds the money. The money has reached neither us nor the payer. */
export const heldStates = new Set<OperationState['meaning']>(['held', 'crediting', 'suspended'])

/**
 * Reason why an operation is not this payment, or null. An operation older than its invoice was paid to another
 * installation of ours, for example before a backup was restored and invoice numbers were used again. An operation with
 * the uuid of the payment cannot be foreign; it only looks older if our clock was ahead when the link was made.
 */
export function foreignReason(
  payment: SignedFields & Pick<PaymentRow, 'created_at'>,
  { meaning, shp, state_at }: OperationState,
): 'fields' | 'older' | null {
  if (!moneyStates.has(meaning)) return null
  if (!hasOwnFields(payment, shp)) return 'fields'
  const tolerance = payment.signs_uuid ? limits.invoice.clockJumpMs : limits.invoice.skewMs
  const oldest = Date.parse(payment.created_at) - tolerance
  return state_at !== null && Date.parse(state_at) < oldest ? 'older' : null
}
