import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import type { Person } from '#tests/support/people/people.ts'
import type { ProviderSetup } from './provider.ts'

const minute = 60_000

/** Pays at the Robokassa stand-in, and moves the clock until Robokassa counts the money as final. */
export async function payAtProvider(
  { pay, robokassa }: ProviderSetup,
  invoice: { payment_url: string },
): Promise<void> {
  await pay(invoice)
  await robokassa.post('/_control', { advance_ms: minute })
}

/** Creates an order that is paid at Robokassa. The product has already verified the payment. */
export async function orderPaidAtProvider(setup: ProviderSetup, author?: Person) {
  const { anna, order } = await draftOrder(setup.api, {}, author)
  const invoice = await invoiceFor(anna, order.id)
  await payAtProvider(setup, invoice)
  await setup.verify(invoice.invoice_id)
  return { anna, order, invoice, id: invoice.invoice_id }
}
