import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { openConsequences } from './consequence-scenes.ts'

/** Staff may act without a report: block a person from the review card, take a listing down, or warn its author. */
const scenes = await openConsequences()
const { api, olga, vera, apply, listing, person, readDeliveries, reviewOf } = scenes
beforeEach(scenes.openScenes)

describe('a block from a card', () => {
  test('ends what is open by the same act, and an undo in time leaves everything as it was', async () => {
    const { anna, order: publishedListing } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const { order: waiting } = await paidOrder(api, {}, anna)
    const { order: otherOrder } = await paidOrder(api, {}, anna)
    const params = { id: await reviewOf(waiting.id) }
    const review = await olga.call('GET /api/admin/moderation/:id', { params })
    expect(review.author_open).toEqual([
      { id: publishedListing.id, kind: 'order', title: publishedListing.title, status: 'published' },
      { id: waiting.id, kind: 'order', title: waiting.title, status: 'moderation' },
      { id: otherOrder.id, kind: 'order', title: otherOrder.title, status: 'moderation' },
    ])
    const blockCode = () =>
      olga.call('POST /api/admin/moderation/:id/block', { params, body: { reason: 'scam' } })
    await blockCode()
    expect(await codeOf(approveRead(vera, { params }))).toBe('already_decided')
    await olga.call('POST /api/admin/moderation/:id/undo', { params })
    await apply(params.id)
    expect((await person(anna)).status).toBe('active')
    const states = async () =>
      Promise.all([publishedListing, waiting, otherOrder].map(async ({ id }) => (await listing(id)).status))
    expect(await states()).toEqual(['published', 'moderation', 'moderation'])

    await blockCode()
    api.ctx.now = () => new Date(Date.now() + 61_000)
    await apply(params.id)
    api.ctx.now = () => new Date()
    expect(await person(anna)).toMatchObject({ status: 'blocked', block_reason: 'Похоже на обман' })
    expect(await states()).toEqual(['hidden', 'rejected', 'rejected'])
    expect(await codeOf(approveRead(vera, { params: { id: await reviewOf(otherOrder.id) } }))).toBe(
      'already_decided',
    )
  })

  test('goes on when the author takes the listing away before it takes effect', async () => {
    const { anna, order } = await paidOrder(api)
    const params = { id: await reviewOf(order.id) }
    await olga.call('POST /api/admin/moderation/:id/block', { params, body: { reason: 'scam' } })
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    await apply(params.id)
    expect((await person(anna)).status).toBe('blocked')
  })
})

describe('staff without a report', () => {
  test('take a listing down, once, and may take it back', async () => {
    const { anna, order } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const takeDown = (staff: Person) =>
      staff.call('POST /api/admin/listings/:id/take_down', {
        params: { id: order.id },
        body: { consequence: 'remove', reason: 'forbidden' },
      })
    expect(await codeOf(takeDown(anna))).toBe('not_found')
    const { task_id } = await takeDown(olga)
    expect(await codeOf(takeDown(vera))).toBe('already_decided')
    await olga.call('POST /api/admin/moderation/:id/undo', { params: { id: task_id } })
    await apply(task_id)
    expect((await listing(order.id)).status).toBe('published')
    api.ctx.config.MODERATION_UNDO_MS = 0
    const repeatedTakeDown = await takeDown(vera)
    await apply(repeatedTakeDown.task_id)
    expect(await listing(order.id)).toMatchObject({
      status: 'hidden',
      hidden_reason: 'staff',
      rejection_reason: 'Запрещённая тематика',
    })
    expect(await readDeliveries(anna)).toEqual(['moderation_consequence'])
    expect(await codeOf(takeDown(olga))).toBe('wrong_state')
  })

  test('warn a person, who is told; nobody warns themselves', async () => {
    const boris = await login(api)
    const warnUser = (staff: Person, id: number) =>
      staff.call('POST /api/admin/users/:id/warn', { params: { id }, body: { reason: 'spam' } })
    expect(await warnUser(vera, boris.id)).toEqual({ warnings: 1 })
    expect(await readDeliveries(boris)).toEqual(['moderation_warning'])
    expect(await codeOf(warnUser(vera, vera.id))).toBe('own_case')
  })

  test('a moderator may warn an administrator, who is told and loses nothing by it', async () => {
    const admin = await login(api)
    await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
    const params = { id: admin.id }
    for (const warnings of [1, 2, 3])
      expect(await vera.call('POST /api/admin/users/:id/warn', { params, body: { reason: 'spam' } })).toEqual(
        { warnings },
      )
    expect(new Set(await readDeliveries(admin))).toEqual(new Set(['moderation_warning']))
    expect(await person(admin)).toMatchObject({ status: 'active' })
    const { order } = await paidOrder(api, {}, admin)
    const blockInput = { params: { id: await reviewOf(order.id) }, body: { reason: 'scam' } }
    expect(await codeOf(vera.call('POST /api/admin/moderation/:id/block', blockInput))).toBe('wrong_state')
    expect(await person(admin)).toMatchObject({ status: 'active' })
  })
})
