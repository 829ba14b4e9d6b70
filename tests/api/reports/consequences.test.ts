import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer } from '#tests/support/people/people.ts'
import { openConsequences } from './consequence-scenes.ts'

/** Consequences of an accepted report about a listing. */
const scenes = await openConsequences()
const { api, olga, vera, apply, fileReport, acceptReport, accept, listing, readDeliveries } = scenes
beforeEach(scenes.openScenes)

describe('an accepted report about a listing', () => {
  test('takes it down with the reason; author and reporter are told; the author cannot show it', async () => {
    const { anna, order } = await publishedOrder(api)
    const { boris, params } = await fileReport('listing', order.id)
    await acceptReport(olga, params, 'remove')
    expect((await listing(order.id)).status).toBe('published')
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({
      status: 'hidden',
      hidden_reason: 'staff',
      rejection_reason: 'Похоже на обман',
      published_hash: null,
    })
    expect(await readDeliveries(anna)).toEqual(['moderation_consequence'])
    expect(await readDeliveries(boris)).toEqual(['moderation_report_closed'])
    const publishBody = { project_id: order.id, is_published: true }
    const publishCall = anna.call('POST /api/projects/edit_project_is_published', { body: publishBody })
    expect(await codeOf(publishCall)).toBe('wrong_state')
    expect(await codeOf(boris.call('GET /api/projects/:id/full_info', { params: { id: order.id } }))).toBe(
      'not_found',
    )
  })

  test('with a warning stores it in words, and the second of late proposes a block on the card', async () => {
    const author = await client(api)
    for (const count of [1, 2]) {
      const { order } = await publishedOrder(api, {}, author)
      const { params } = await fileReport('listing', order.id)
      await accept(params, 'warn', 'Просит предоплату за оформление')
      expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
      const task = await olga.call('GET /api/admin/moderation/:id', { params })
      expect(task).toMatchObject({ consequence: 'warn', author_warnings: count, author_status: 'active' })
    }
    const warnings = await api.ctx.db
      .selectFrom('warnings')
      .select(['reason', 'given_by'])
      .where('user_id', '=', author.id)
      .execute()
    expect(warnings).toEqual(Array(2).fill({ reason: 'Просит предоплату за оформление', given_by: olga.id }))
  })

  test('in work warns and flags; the chat stays, and a release does not bring it back', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { params } = await fileReport('listing', order.id, boris)
    const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const assignment = { params: { id: order.id }, query: { response_id } }
    await anna.call('POST /api/projects/assign_executor/:id', assignment)
    expect(await codeOf(acceptReport(olga, params, 'remove'))).toBe('wrong_state')
    await accept(params, 'warn')
    expect(await listing(order.id)).toMatchObject({ status: 'in_progress', flagged_at: expect.any(String) })
    const room = await api.ctx.db
      .selectFrom('chat_rooms')
      .select(['id', 'is_read_only'])
      .where('listing_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(room.is_read_only).toBe(false)
    await anna.call('POST /api/projects/unassign_executor/:id', { params: { id: order.id } })
    expect(await listing(order.id)).toMatchObject({ status: 'hidden', hidden_reason: 'staff' })
  })

  test('that its author closed meanwhile does not come back by reopening', async () => {
    const { anna, order } = await publishedOrder(api)
    const { params } = await fileReport('listing', order.id)
    await acceptReport(olga, params, 'remove')
    await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'archived', published_hash: null })
    const reopenCall = anna.call('POST /api/projects/reopen/:id', { params: { id: order.id } })
    expect(await codeOf(reopenCall)).toBe('rejected')
  })

  test('is decided once by two moderators, and taken back by the one who decided', async () => {
    const { anna, order } = await publishedOrder(api)
    api.ctx.config.MODERATION_UNDO_MS = 60_000
    const { params } = await fileReport('listing', order.id)
    const codes = await Promise.all([
      codeOf(acceptReport(olga, params, 'remove')),
      codeOf(acceptReport(vera, params, 'block')),
    ])
    expect(codes.sort()).toEqual(['accepted', 'already_decided'])
    const task = await olga.call('GET /api/admin/moderation/:id', { params })
    const firstModerator = task.decided_by === olga.id ? olga : vera
    const undoneTask = await firstModerator.call('POST /api/admin/moderation/:id/undo', { params })
    expect(undoneTask).toMatchObject({ state: 'claimed', consequence: null, report: { state: 'open' } })
    await apply(params.id)
    expect(await listing(order.id)).toMatchObject({ status: 'published' })
    expect(await readDeliveries(anna)).toEqual([])
  })
})
