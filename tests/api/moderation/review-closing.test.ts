import { beforeAll, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { approve } from '#services/moderation/decisions/actions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { paidOrder } from '#tests/support/orders/order-life.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi({ MODERATION_UNDO_MS: '60000' })
  olga = await moderator(api)
})

const taskOf = (listing_id: number) =>
  api.ctx.db
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('listing_id', '=', listing_id)
    .executeTakeFirstOrThrow()
const statusOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const applyTask = (task_id: number) =>
  api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, task_id))
const countQueued = async () =>
  (await olga.call('GET /api/admin/moderation', { query: { per_page: 100 } })).items.map(
    ({ listing_id }) => listing_id,
  )

describe('an order taken away during its review', () => {
  test('leaves the queue at once, and nobody can decide about it', async () => {
    const { anna, order } = await paidOrder(api)
    expect(await countQueued()).toContain(order.id)
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    expect(await countQueued()).not.toContain(order.id)
    const task = await taskOf(order.id)
    expect(task).toMatchObject({ state: 'returned', reason: 'withdrawn' })
    const params = { id: task.id }
    expect(await codeOf(approveRead(olga, { params }))).toBe('already_decided')
    expect((await statusOf(order.id)).status).toBe('refunded')
  })

  test('takes a decision along that waits to take effect', async () => {
    const { anna, order } = await paidOrder(api)
    const { id: task_id } = await taskOf(order.id)
    await approve(api.ctx, { task_id, moderator_id: olga.id })
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    const params = { id: task_id }
    expect(await codeOf(olga.call('POST /api/admin/moderation/:id/undo', { params }))).toBe('wrong_state')
    await applyTask(task_id)
    expect((await statusOf(order.id)).status).toBe('refunded')
    expect(await countQueued()).not.toContain(order.id)
  })

  test('tells the moderators’ card', async () => {
    const { anna, order } = await paidOrder(api)
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    const { topic } = await api.ctx.db
      .selectFrom('events')
      .select('topic')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(topic).toBe('listing.withdrawn')
  })

  test('ends one way when both happen at once', async () => {
    for (let round = 0; round < 10; round++) {
      const { anna, order } = await paidOrder(api)
      const { id: task_id } = await taskOf(order.id)
      await Promise.allSettled([
        approve(api.ctx, { task_id, moderator_id: olga.id }),
        anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } }),
      ])
      expect(await statusOf(order.id)).toMatchObject({ status: 'refunded' })
      expect(await taskOf(order.id)).toMatchObject({ state: 'returned' })
    }
  })
})

describe('an approved order whose content is another when the decision takes effect', () => {
  test.each([
    ['that nobody has seen yet', null],
    ['that was published before', '2026-01-01T00:00:00Z'],
  ])('%s is read once more', async (_name, published_at) => {
    const { order } = await paidOrder(api)
    await api.owner.updateTable('listings').set({ published_at }).where('id', '=', order.id).execute()
    const { id: task_id } = await taskOf(order.id)
    const { MODERATION_UNDO_MS } = api.ctx.config
    api.ctx.config.MODERATION_UNDO_MS = 0
    await approve(api.ctx, { task_id, moderator_id: olga.id })
    api.ctx.config.MODERATION_UNDO_MS = MODERATION_UNDO_MS
    const title = 'Совсем другой заказ'
    await api.owner.updateTable('listings').set({ title }).where('id', '=', order.id).execute()
    await applyTask(task_id)
    expect(await statusOf(order.id)).toMatchObject({ status: 'moderation' })
    expect(await taskOf(order.id)).toMatchObject({ state: 'open', decided_by: null, effective_at: null })
    expect(await countQueued()).toContain(order.id)
  })
})

describe('an approved order of a blocked author', () => {
  const toggleBlock = (user_id: number) =>
    olga.call('POST /api/users/change_system_status', { query: { user_id } })

  test('stays hidden until the author is let in', async () => {
    api.ctx.config.MODERATION_UNDO_MS = 0
    const { anna, order } = await paidOrder(api)
    const { id: task_id } = await taskOf(order.id)
    await approve(api.ctx, { task_id, moderator_id: olga.id })
    // A decision from before the block still takes effect. A listing without a decision is rejected.
    await toggleBlock(anna.id)
    await applyTask(task_id)
    expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    const audit = await api.ctx.db
      .selectFrom('audit_log')
      .select('after')
      .where('subject_type', '=', 'listing')
      .where('subject_id', '=', order.id)
      .where('action', '=', 'listing.approve')
      .executeTakeFirstOrThrow()
    expect(audit.after).toMatchObject({ status: 'hidden' })
    const stranger = await login(api)
    const viewListing = () => stranger.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    expect(await codeOf(viewListing())).toBe('not_found')
    const readAnnouncements = async () => {
      const events = api.ctx.db
        .selectFrom('events')
        .select('payload')
        .where('topic', '=', 'listing.published')
      return (await events.execute()).filter(({ payload }) => payload.listing_id === order.id).length
    }
    expect(await readAnnouncements()).toBe(1)
    await toggleBlock(anna.id)
    expect((await viewListing()).is_published).toBe(true)
    // The event about the new listing is sent again, because the first event notified nobody while the listing was
    // hidden.
    expect(await readAnnouncements()).toBe(2)
    for (let times = 0; times < 2; times++) await toggleBlock(anna.id)
    expect(await readAnnouncements()).toBe(2)
  })

  test('whose block and approval meet: never shown while blocked', async () => {
    for (let round = 0; round < 10; round++) {
      const { anna, order } = await paidOrder(api)
      const { id: task_id } = await taskOf(order.id)
      await approve(api.ctx, { task_id, moderator_id: olga.id })
      await Promise.all([applyTask(task_id), toggleBlock(anna.id)])
      expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    }
  })
})
