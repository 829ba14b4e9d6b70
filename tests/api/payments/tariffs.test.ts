import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { decide, draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories, newOrder } from '#tests/support/orders/sample.ts'
import { client, type Person } from '#tests/support/people/people.ts'
import { takeSteps } from '#workers/rounds/refunds.ts'

const day = 24 * 60 * 60_000
let setup: ProviderSetup
let api: Api
beforeAll(async () => {
  setup = await setUpProvider()
  api = setup.api
  // Tariffs for 60 days, and a higher price for one category.
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

const listingOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'category_id', 'placement_period', 'published_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const daysOf = async (id: number) => {
  const { published_at, expires_at } = await listingOf(id)
  return (Date.parse(expires_at ?? '') - Date.parse(published_at ?? '')) / day
}
const statesOf = async (listing_id: number) =>
  (
    await api.ctx.db
      .selectFrom('payments')
      .select('state')
      .where('listing_id', '=', listing_id)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
const edit = (person: Person, id: number, body: object) =>
  person.call('PATCH /api/projects/:id', { params: { id }, body })
const editCategory = (person: Person, project_id: number, category_id: number) =>
  person.call('POST /api/projects/edit_project_category_id', { body: { project_id, category_id } })
const payFor = async (invoice: Invoice) => {
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
}
async function publishPaid(changes = {}) {
  const { anna, order } = await draftOrder(api, changes)
  await payFor(await invoiceFor(anna, order.id))
  await decide(api, order.id)
  return { anna, order }
}

describe('a period costs what its tariff says', () => {
  test.each([
    [30, 2500],
    [60, 4000],
  ])('%i days cost %i and last as long', async (placement_period, price) => {
    const { anna, order } = await draftOrder(api, { placement_period })
    const status = await anna.call('GET /pay/publication-status/:userId', {
      params: { userId: anna.id },
      query: { placement_period },
    })
    expect(status.price).toBe(price)
    const invoice = await invoiceFor(anna, order.id)
    expect(invoice.amount).toBe(price)
    await payFor(invoice)
    await decide(api, order.id)
    expect(await daysOf(order.id)).toBe(placement_period)
  })

  test('what is sold is named with its price, category by category', async () => {
    const anna = await client(api)
    const readOffers = async (category_id?: number) =>
      (
        await anna.call('GET /pay/publication-status/:userId', {
          params: { userId: anna.id },
          query: category_id ? { category_id } : {},
        })
      ).periods
    const usualOffers = [
      { days: 30, price: 2500 },
      { days: 60, price: 4000 },
    ]
    expect(await readOffers()).toEqual(usualOffers)
    expect(await readOffers(categories.sibling)).toEqual(usualOffers)
    expect(await readOffers(categories.other)).toEqual([{ days: 30, price: 9000 }, usualOffers[1]])
  })

  test.each([1, 29, 90])('%i days are sold by nobody', async (placement_period) => {
    const anna = await client(api)
    const create = anna.call('POST /api/projects/create', { body: newOrder({ placement_period }) })
    await expect(create).rejects.toMatchObject({
      problem: {
        statusCode: 422,
        code: 'invalid_input',
        details: { fields: [{ path: 'placement_period' }] },
      },
    })
    const { anna: otherClient, order } = await draftOrder(api)
    const statusCall = anna.call('GET /pay/publication-status/:userId', {
      params: { userId: anna.id },
      query: { placement_period },
    })
    expect(await codeOf(statusCall)).toBe('invalid_input')
    expect(await codeOf(edit(otherClient, order.id, { placement_period }))).toBe('invalid_input')
  })

  test('a renewal is sold by the category and period of today', async () => {
    const { anna, order } = await publishPaid({ placement_period: 60 })
    const renewal = await invoiceFor(anna, order.id)
    expect(renewal.amount).toBe(4000)
    await payFor(renewal)
    expect(await daysOf(order.id)).toBe(120)
  })
})

test('an invoice from before the tariffs buys the days that its listing says', async () => {
  const { anna, order } = await draftOrder(api, { placement_period: 60 })
  const invoice = await invoiceFor(anna, order.id)
  await api.owner
    .updateTable('payments')
    .set({ tariff_id: null })
    .where('id', '=', invoice.invoice_id)
    .execute()
  await payFor(invoice)
  await decide(api, order.id)
  expect([await statesOf(order.id), await daysOf(order.id)]).toEqual([['paid'], 60])
})

describe('an open invoice gives way when the category or the period changes', () => {
  test('"Pay" makes the next one; the old link buys what it was made for and nothing more', async () => {
    const { anna, order } = await draftOrder(api)
    const cheapInvoice = await invoiceFor(anna, order.id)
    await edit(anna, order.id, { placement_period: 60 })
    expect(await statesOf(order.id)).toEqual(['expired'])
    await payFor(cheapInvoice)
    expect((await listingOf(order.id)).placement_period).toBe(30)
    await decide(api, order.id)
    expect(await daysOf(order.id)).toBe(30)
  })

  test('the cheap link never pays for the dear category: the money goes back', async () => {
    const { anna, order } = await draftOrder(api)
    const cheapInvoice = await invoiceFor(anna, order.id)
    await editCategory(anna, order.id, categories.other)
    const dearInvoice = await invoiceFor(anna, order.id)
    expect([cheapInvoice.amount, dearInvoice.amount]).toEqual([2500, 9000])
    await payFor(cheapInvoice)
    expect((await listingOf(order.id)).status).toBe('awaiting_payment')
    expect(await statesOf(order.id)).toEqual(['refund_pending', 'created'])
    await takeSteps(api.ctx)
    await setup.letPass(60_000)
    await takeSteps(api.ctx)
    expect(await statesOf(order.id)).toEqual(['refunded', 'created'])
    await payFor(dearInvoice)
    expect((await listingOf(order.id)).status).toBe('moderation')
  })

  test('not while money that was reported is being confirmed', async () => {
    const { anna, order } = await draftOrder(api)
    await setup.pay(await invoiceFor(anna, order.id))
    expect(await codeOf(edit(anna, order.id, { placement_period: 60 }))).toBe('payment_pending')
    expect(await codeOf(editCategory(anna, order.id, categories.sibling))).toBe('payment_pending')
  })
})

describe('what is paid', () => {
  test('keeps its period, published or rejected', async () => {
    const { anna, order } = await publishPaid()
    expect(await codeOf(edit(anna, order.id, { placement_period: 60 }))).toBe('period_paid')
    expect(await codeOf(edit(anna, order.id, { placement_period: 30, tags: ['сайт'] }))).toBe('accepted')
    const rejectedDraft = await draftOrder(api)
    await payFor(await invoiceFor(rejectedDraft.anna, rejectedDraft.order.id))
    await decide(api, rejectedDraft.order.id, 'Добавьте, что именно нужно сделать')
    expect(await codeOf(edit(rejectedDraft.anna, rejectedDraft.order.id, { placement_period: 60 }))).toBe(
      'period_paid',
    )
    expect(await codeOf(editCategory(rejectedDraft.anna, rejectedDraft.order.id, categories.other))).toBe(
      'category_dearer',
    )
  })

  test('never becomes dearer, by any call', async () => {
    const { anna, order } = await publishPaid()
    const details = { paid: 2500, price: 9000 }
    const refusal = { problem: { statusCode: 409, code: 'category_dearer', details } }
    await expect(editCategory(anna, order.id, categories.other)).rejects.toMatchObject(refusal)
    await expect(edit(anna, order.id, { category_id: categories.other })).rejects.toMatchObject(refusal)
    const revisions = api.ctx.db.selectFrom('listing_revisions').select('id')
    expect(await revisions.where('listing_id', '=', order.id).execute()).toEqual([])
    expect(await codeOf(editCategory(anna, order.id, categories.sibling))).toBe('accepted')
  })

  test('an edit that waited while its category became dearer is turned down, and the author reads why', async () => {
    const { anna, order } = await publishPaid()
    const otherOrder = await publishPaid()
    await editCategory(anna, order.id, categories.sibling)
    await editCategory(otherOrder.anna, otherOrder.order.id, categories.sibling)
    await decide(api, otherOrder.order.id)
    expect((await listingOf(otherOrder.order.id)).category_id).toBe(categories.sibling)
    const dearerTariff = { product: 'project' as const, category_id: categories.sibling, period_days: 30 }
    const valid_from = api.ctx.now().toISOString()
    await api.ctx.db
      .insertInto('tariffs')
      .values({ ...dearerTariff, amount: 700_000, valid_from })
      .execute()
    await decide(api, order.id)
    expect((await listingOf(order.id)).category_id).toBe(categories.own)
    const { db } = api.ctx
    const [edit] = await db
      .selectFrom('moderation_tasks as task')
      .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
      .select(['revision.id', 'revision.state', 'task.state as task', 'task.decided_by', 'task.reason'])
      .where('task.listing_id', '=', order.id)
      .execute()
    expect(edit).toMatchObject({
      ...{ state: 'rejected', task: 'rejected', decided_by: null },
      reason:
        'Размещение в этой категории стоит дороже оплаченного. Оставьте прежнюю категорию или создайте новое объявление',
    })
    const revisionEvents = db.selectFrom('events').select('topic').where('topic', 'like', 'revision.%ed')
    const eventsOfEdit = revisionEvents.where(sql`(payload ->> 'revision_id')::bigint`, '=', edit?.id ?? 0)
    expect((await eventsOfEdit.execute()).map(({ topic }) => topic).sort()).toEqual([
      'revision.rejected',
      'revision.submitted',
    ])
  })

  test('may become cheaper', async () => {
    const { anna, order } = await publishPaid({ category_id: categories.other })
    expect(await codeOf(editCategory(anna, order.id, categories.own))).toBe('accepted')
  })
})

describe('a credit pays for what its money was worth', () => {
  /** A payment that arrives after its order was deleted becomes a credit. */
  async function creditAnna(changes = {}) {
    const { anna, order } = await draftOrder(api, changes)
    const invoice = await invoiceFor(anna, order.id)
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    await payFor(invoice)
    return anna
  }
  const readOffer = async (anna: Person) => {
    const { periods } = await anna.call('GET /pay/publication-status/:userId', {
      params: { userId: anna.id },
    })
    return periods
  }

  test('not for a dearer period, and stays for the next order of its own', async () => {
    const anna = await creditAnna()
    expect(await readOffer(anna)).toEqual([
      { days: 30, price: 0 },
      { days: 60, price: 4000 },
    ])
    const { order: longOrder } = await draftOrder(api, { placement_period: 60 }, anna)
    expect(await invoiceFor(anna, longOrder.id)).toMatchObject({ amount: 4000, state: 'created' })
    const { order } = await draftOrder(api, {}, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ amount: 0, state: 'paid' })
  })

  test('for a vacancy only where that costs no more', async () => {
    const anna = await creditAnna()
    const readOffer = () =>
      anna.call('GET /pay/publication-status/:userId', {
        params: { userId: anna.id },
        query: { payment_type: 'vacancy' },
      })
    const { price, is_free } = await readOffer()
    expect([price, is_free]).toEqual([0, true])
    const valid_from = new Date(api.ctx.now().getTime() - 1000).toISOString()
    const dearTariff = { product: 'vacancy', period_days: 30, amount: 600_000, valid_from } as const
    const { id } = await api.ctx.db
      .insertInto('tariffs')
      .values(dearTariff)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await readOffer()).toMatchObject({ price: 6000, is_free: false })
    await api.owner.deleteFrom('tariffs').where('id', '=', id).execute()
  })

  test('for what costs less as well', async () => {
    const anna = await creditAnna({ placement_period: 60 })
    const { order } = await draftOrder(api, {}, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ amount: 0, state: 'paid' })
  })

  test('for the same again also after it became dearer', async () => {
    const anna = await creditAnna({ placement_period: 60 })
    await api.ctx.db
      .insertInto('tariffs')
      .values({
        ...{ product: 'project', period_days: 60, amount: 500_000 },
        valid_from: new Date(api.ctx.now().getTime() - 1000).toISOString(),
      })
      .execute()
    const { order } = await draftOrder(api, { placement_period: 60 }, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ amount: 0, state: 'paid' })
  })
})
