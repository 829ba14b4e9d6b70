import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { decideTask, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { approveRead } from '#tests/support/people/approve.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
/** Olga is the admin; Vera is a moderator who also posts orders. */
let olga: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
  vera = await freelancer(api)
})
beforeEach(async () => {
  await setUser(olga, { role: 'admin', status: 'active' })
  await setUser(vera, { role: 'moderator', status: 'active' })
})

const setUser = ({ id }: Person, values: object) =>
  api.ctx.db.updateTable('users').set(values).where('id', '=', id).execute()

async function taskOf(listing_id: number) {
  const { id } = await api.ctx.db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { params: { id } }
}
const stateOf = async (id: number) => {
  const query = api.ctx.db.selectFrom('moderation_tasks').select('state').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).state
}

const reason = 'Добавьте, что именно нужно сделать'
type TaskParams = { params: { id: number } }
/** Every call with which a moderator decides about a listing. */
const decisions: Record<string, (moderator: Person, params: TaskParams) => Promise<unknown>> = {
  claim: (moderator, params) => moderator.call('POST /api/admin/moderation/:id/claim', params),
  ask: (moderator, params) =>
    moderator.call('POST /api/admin/moderation/:id/ask', { ...params, body: { question: 'Что рисовать?' } }),
  reject: (moderator, params) =>
    moderator.call('POST /api/admin/moderation/:id/reject', { ...params, body: { reason } }),
  block: (moderator, params) =>
    moderator.call('POST /api/admin/moderation/:id/block', { ...params, body: { reason } }),
  approve: approveRead,
}

describe('a moderator who has somebody beside them', () => {
  test.each(Object.keys(decisions))('may not %s an own listing, and is told why', async (name) => {
    const { order } = await paidOrder(api, {}, vera)
    const params = await taskOf(order.id)
    const decideTask = decisions[name] ?? approveRead
    await expect(decideTask(vera, params)).rejects.toMatchObject({
      code: 'own_case',
      problem: { statusCode: 409, message: 'Это ваше. О своём решает другой модератор' },
    })
    expect(await stateOf(params.params.id)).toBe('open')
    expect(await approveRead(olga, params)).toMatchObject({ state: 'approved', decided_alone: false })
  })

  test('may not approve an own edit', async () => {
    const { order } = await publishedOrder(api, {}, vera)
    const editFields = { project_id: order.id, title: 'Сайт https://evil.example/' }
    await vera.call('POST /api/projects/edit_project_title', { body: editFields })
    const params = await taskOf(order.id)
    expect(await codeOf(approveRead(vera, params))).toBe('own_case')
    expect(await codeOf(approveRead(olga, params))).toBe('accepted')
  })

  /** Objects of Vera that people complain about, and the person who complains about each. */
  const complaints: Record<string, () => Promise<{ subject_id: number; reporter: Person }>> = {
    user: async () => ({ subject_id: vera.id, reporter: await login(api) }),
    listing: async () => ({
      subject_id: (await publishedOrder(api, {}, vera)).order.id,
      reporter: await login(api),
    }),
    response: async () => {
      const { anna, order } = await publishedOrder(api)
      const { id } = await vera.call('POST /api/projects/add_resp', responseTo(order.id))
      return { subject_id: id, reporter: anna }
    },
    message: async () => {
      const reporter = await client(api)
      const body = { user1_id: vera.id, user2_id: reporter.id, other_chat: true }
      const room = await vera.call('POST /chat/create_room', { body })
      const message = { room_id: room.id, content: 'Пишите мне в другое место' }
      const { id } = await vera.call('POST /chat/send_msg', { body: message })
      return { subject_id: id, reporter }
    },
    review: async () => {
      const { anna, order } = await publishedOrder(api)
      const auditRows = await api.ctx.db
        .insertInto('reviews')
        .values({
          listing_id: order.id,
          author_id: vera.id,
          subject_id: anna.id,
          rating: 1,
          published_at: api.ctx.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { subject_id: auditRows.id, reporter: anna }
    },
  }

  test.each(Object.keys(complaints))('judges no complaint about themselves: %s', async (subject_type) => {
    const { subject_id, reporter } = (await complaints[subject_type]?.()) ?? { subject_id: 0, reporter: olga }
    const body = { subject_type: subject_type as 'user', subject_id, reason: 'scam' } as const
    const { id } = await reporter.call('POST /api/reports', { body })
    const queue = await olga.call('GET /api/admin/moderation', {
      query: { subject: 'report', per_page: 100 },
    })
    const task = queue.items.find(({ report }) => report?.id === id)
    const params = { params: { id: task?.id ?? 0 } }
    const acceptInput = { ...params, body: { consequence: 'warn', reason: 'scam' } } as const
    expect(await codeOf(vera.call('POST /api/admin/moderation/:id/accept', acceptInput))).toBe('own_case')
    expect(await codeOf(vera.call('POST /api/admin/moderation/:id/dismiss', params))).toBe('own_case')
    expect(
      await codeOf(vera.call('POST /api/admin/moderation/:id/block', { ...params, body: { reason } })),
    ).toBe('own_case')
    expect(await codeOf(olga.call('POST /api/admin/moderation/:id/accept', acceptInput))).toBe('accepted')
  })

  test('does not look at the appeal against an own rejection', async () => {
    const { anna, order } = await paidOrder(api)
    await decideTask(api, order.id, reason)
    const appeal = { params: { listing_id: order.id }, body: { text: 'Всё написано в описании' } }
    await anna.call('POST /api/moderation/:listing_id/appeal', appeal)
    const params = await taskOf(order.id)
    await expect(approveRead(olga, params)).rejects.toMatchObject({
      code: 'own_rejection',
      problem: { message: 'Первое решение было вашим. Обжалование рассматривает другой модератор' },
    })
    expect(await codeOf(approveRead(vera, params))).toBe('accepted')
  })
})

describe('a moderator who is alone', () => {
  test.each([
    ['blocked', { status: 'blocked' }],
    ['no moderator any more', { role: 'user' }],
  ])('decides, marked and audited, once the only other one is %s', async (_reason, userColumns) => {
    const { order } = await paidOrder(api, {}, olga)
    const params = await taskOf(order.id)
    expect(await codeOf(approveRead(olga, params))).toBe('own_case')
    await setUser(vera, userColumns)
    expect(await approveRead(olga, params)).toMatchObject({ state: 'approved', decided_alone: true })
    await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, params.params.id))
    const auditRows = await api.ctx.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'moderation.approved')
      .where('subject_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect(auditRows.after).toEqual({ alone: true, state: 'approved' })
  })

  test('looks at the appeal of the only other one, who may not do it either', async () => {
    const { order } = await paidOrder(api, {}, vera)
    await decideTask(api, order.id, reason)
    const appeal = { params: { listing_id: order.id }, body: { text: 'Всё написано в описании' } }
    await vera.call('POST /api/moderation/:listing_id/appeal', appeal)
    const params = await taskOf(order.id)
    expect(await codeOf(approveRead(vera, params))).toBe('own_case')
    expect(await approveRead(olga, params)).toMatchObject({ state: 'approved', decided_alone: true })
  })

  test('looks at the appeal against an own rejection', async () => {
    const { anna, order } = await paidOrder(api)
    await decideTask(api, order.id, reason)
    const appeal = { params: { listing_id: order.id }, body: { text: 'Всё написано в описании' } }
    await anna.call('POST /api/moderation/:listing_id/appeal', appeal)
    const params = await taskOf(order.id)
    expect(await codeOf(approveRead(olga, params))).toBe('own_rejection')
    await setUser(vera, { status: 'blocked' })
    expect(await approveRead(olga, params)).toMatchObject({ state: 'approved', decided_alone: true })
  })
})
