import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * The receipt of 54-FZ that the provider issues for one sale, as its page takes it and as it is signed: JSON, encoded
 * once for itself; the address encodes it once more. One line over the whole sum: what is sold is a service, paid in
 * full with the receipt.
 * Source: Robokassa, fiscalisation
 */
export function receiptOf(
  { sno, tax }: NonNullable<RobokassaConfig['receipt']>,
  { sold, amount_kopecks }: { sold: string; amount_kopecks: number },
): string {
  const sum = amount_kopecks / 100
  const item = {
    name: sold,
    quantity: 1,
    sum,
    payment_method: 'full_payment',
    payment_object: 'service',
    tax,
  }
  return encodeURIComponent(JSON.stringify({ sno, items: [item] }))
}
