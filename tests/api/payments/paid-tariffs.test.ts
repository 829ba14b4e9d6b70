import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { decideTask, draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import type { Person } from '#tests/support/people/people.ts'
import { api, editCategory, editOrder, listingOf, openTariffs, payFor, publishPaid } from './tariff-scenes.ts'

/** A paid period and a credit keep their value even if the tariffs change. */

openTariffs()

describe('what is paid', () => {
  test('keeps its period, published or rejected', async () => {
    const { anna, order } = await publishPaid()
    expect(await codeOf(editOrder(anna, order.id, { placement_period: 60 }))).toBe('period_paid')
    expect(await codeOf(editOrder(anna, order.id, { placement_period: 30, tags: ['сайт'] }))).toBe('accepted')
    const rejectedDraft = await draftOrder(api)
    await payFor(await invoiceFor(rejectedDraft.anna, rejectedDraft.order.id))
    await decideTask(api, rejectedDraft.order.id, 'Добавьте, что именно нужно сделать')
    expect(
      await codeOf(editOrder(rejectedDraft.anna, rejectedDraft.order.id, { placement_period: 60 })),
    ).toBe('period_paid')
    expect(await codeOf(editCategory(rejectedDraft.anna, rejectedDraft.order.id, categories.other))).toBe(
      'category_dearer',
    )
  })

  test('never becomes dearer, by any call', async () => {
    const { anna, order } = await publishPaid()
    const details = { paid: 2500, price: 9000 }
    const refusal = { problem: { statusCode: 409, code: 'category_dearer', details } }
    await expect(editCategory(anna, order.id, categories.other)).rejects.toMatchObject(refusal)
    await expect(editOrder(anna, order.id, { category_id: categories.other })).rejects.toMatchObject(refusal)
    const revisions = api.ctx.db.selectFrom('listing_revisions').select('id')
    expect(await revisions.where('listing_id', '=', order.id).execute()).toEqual([])
    expect(await codeOf(editCategory(anna, order.id, categories.sibling))).toBe('accepted')
  })

  test('an edit that waited while its category became dearer is turned down, and the author reads why', async () => {
    const { anna, order } = await publishPaid()
    const otherOrder = await publishPaid()
    await editCategory(anna, order.id, categories.sibling)
    await editCategory(otherOrder.anna, otherOrder.order.id, categories.sibling)
    await decideTask(api, otherOrder.order.id)
    expect((await listingOf(otherOrder.order.id)).category_id).toBe(categories.sibling)
    const expensiveTariff = { product: 'project' as const, category_id: categories.sibling, period_days: 30 }
    const valid_from = api.ctx.now().toISOString()
    await api.ctx.db
      .insertInto('tariffs')
      .values({ ...expensiveTariff, amount: 700_000, valid_from })
      .execute()
    await decideTask(api, order.id)
    expect((await listingOf(order.id)).category_id).toBe(categories.own)
    const { db } = api.ctx
    const [edit] = await db
      .selectFrom('moderation_tasks as task')
      .innerJoin('listing_revisions as revision', 'revision.id', 'task.revision_id')
      .select(['revision.id', 'revision.state', 'task.state as task', 'task.decided_by', 'task.reason'])
      .where('task.listing_id', '=', order.id)
      .execute()
    expect(edit).toMatchObject({
      state: 'rejected',
      task: 'rejected',
      decided_by: null,
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
    const expensiveTariff = { product: 'vacancy', period_days: 30, amount: 600_000, valid_from } as const
    const { id } = await api.ctx.db
      .insertInto('tariffs')
      .values(expensiveTariff)
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
        product: 'project',
        period_days: 60,
        amount: 500_000,
        valid_from: new Date(api.ctx.now().getTime() - 1000).toISOString(),
      })
      .execute()
    const { order } = await draftOrder(api, { placement_period: 60 }, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ amount: 0, state: 'paid' })
  })
})
