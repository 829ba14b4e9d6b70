import { beforeAll, beforeEach } from 'vitest'
import type { Api } from '#tests/support/api/api.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { decideTask, draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import type { Person } from '#tests/support/people/people.ts'

/** Helpers to create orders and invoices with a tariff for 60 days and a higher price for one category. */

const day = 24 * 60 * 60_000
export let setup: ProviderSetup
export let api: Api

/** Inserts the additional tariffs for one test file. */
export function openTariffs(): void {
  beforeAll(async () => {
    setup = await setUpProvider()
    api = setup.api
    // Inserts tariffs for 60 days, and a higher price for one category.
    const valid_from = '2026-01-01T00:00:00Z'
    await api.ctx.db
      .insertInto('tariffs')
      .values([
        { product: 'project', period_days: 60, amount: 400_000, valid_from },
        { product: 'project', category_id: categories.other, period_days: 30, amount: 900_000, valid_from },
      ])
      .execute()
  })
  beforeEach(() => setup.faults())
}

export const listingOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'category_id', 'placement_period', 'published_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
export const daysOf = async (id: number) => {
  const { published_at, expires_at } = await listingOf(id)
  return (Date.parse(expires_at ?? '') - Date.parse(published_at ?? '')) / day
}
export const statesOf = async (listing_id: number) =>
  (
    await api.ctx.db
      .selectFrom('payments')
      .select('state')
      .where('listing_id', '=', listing_id)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
export const editOrder = (person: Person, id: number, body: object) =>
  person.call('PATCH /api/projects/:id', { params: { id }, body })
export const editCategory = (person: Person, project_id: number, category_id: number) =>
  person.call('POST /api/projects/edit_project_category_id', { body: { project_id, category_id } })
export const payFor = async (invoice: Invoice) => {
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
}
export async function publishPaid(changes = {}) {
  const { anna, order } = await draftOrder(api, changes)
  await payFor(await invoiceFor(anna, order.id))
  await decideTask(api, order.id)
  return { anna, order }
}
