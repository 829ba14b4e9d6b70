import type { RobokassaConfig } from '#services/core/config/config.ts'

/**
 * Receipt under 54-FZ for one sale, in the form that the payment page takes and the signature covers: JSON, URL-encoded
 * once; the link's query string encodes it once more. One item over the whole sum: a service, paid in full.
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
