import { beforeAll, expect, test } from 'vitest'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { askAboutLostInvoices } from '#services/payments/verification/after-restore.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { payAtProvider } from '#tests/support/money/provider-orders.ts'
import { draftOrder, invoiceFor, shopFields } from '#tests/support/orders/order-life.ts'

/** Inquiries after the restore of an older backup: about its invoices, and about the numbers that it does not know. */

let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

async function createInvoice() {
  const { anna, order } = await draftOrder(setup.api)
  return invoiceFor(anna, order.id)
}

test('it names what was paid since the backup, and the money under numbers that were lost with it', async () => {
  const { ctx } = setup.api
  await setup.robokassa.post('/_control', { result_url: 'http://127.0.0.1:9/' })
  const [paid, unpaid] = [await createInvoice(), await createInvoice()]
  await payAtProvider(setup, paid)
  // An invoice that was issued after the backup and paid: the restored database has no row of it.
  const lost = unpaid.invoice_id + 3
  const link = {
    inv_id: lost,
    description: 'Заказ',
    language: 'ru',
    amount_kopecks: 250_000,
    shp: shopFields(new URL(unpaid.payment_url).searchParams),
    expires_at: new Date(Date.now() + 60 * 60_000),
  } as const
  await payAtProvider(setup, { payment_url: paymentLink(ctx.robokassa, link) })
  const { asked, ...found } = await askAboutLostInvoices(ctx, unpaid.invoice_id, { gapMs: 0 })
  expect(found).toEqual({ paid: [paid.invoice_id], unknownNumbers: [lost], unanswered: [] })
  // Two restored invoices, three numbers until the lost one, and a hundred behind it that nobody knows.
  expect(asked).toBe(2 + 3 + 100)
  const states = await ctx.db.selectFrom('payments').select(['id', 'state']).orderBy('id').execute()
  expect(states).toEqual([
    { id: paid.invoice_id, state: 'paid' },
    { id: unpaid.invoice_id, state: 'created' },
  ])
  const cases = await ctx.db
    .selectFrom('payment_cases')
    .select(['kind', 'invoice_id', 'payment_id'])
    .execute()
  expect(cases).toEqual([{ kind: 'orphan', invoice_id: lost, payment_id: null }])
})
