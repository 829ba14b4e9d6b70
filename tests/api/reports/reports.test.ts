import { beforeAll, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { insertPublished } from '#tests/api/chat/chat-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
})

const queue = async () =>
  (await olga.call('GET /api/admin/moderation', { query: { subject: 'report', per_page: 100 } })).items

async function fileReport() {
  const { anna, order } = await publishedOrder(api)
  const boris = await login(api)
  const body = {
    subject_type: 'listing',
    subject_id: order.id,
    reason: 'scam',
    comment: 'Просит предоплату',
  } as const
  const { id } = await boris.call('POST /api/reports', { body })
  const task = (await queue()).find(({ report }) => report?.id === id)
  if (!task) throw new Error('the complaint is not in the queue')
  return { anna, boris, order, report_id: id, task, params: { id: task.id } }
}

describe('complaints in the moderators’ queue', () => {
  test('show what is complained about, by whom and why', async () => {
    const { anna, boris, order, task } = await fileReport()
    expect(task).toMatchObject({
      subject: 'report',
      state: 'open',
      listing_id: order.id,
      title: order.title,
      text: order.subtitle,
      author: { id: anna.id },
      report: {
        subject_type: 'listing',
        subject_id: order.id,
        reason: 'scam',
        reporter_id: boris.id,
        comment: 'Просит предоплату',
        state: 'open',
      },
    })
    const reviews = await olga.call('GET /api/admin/moderation', { query: { per_page: 100 } })
    expect(reviews.items.map(({ id }) => id)).not.toContain(task.id)
  })

  test('about a response carry its words and its sender', async () => {
    const { anna, order } = await publishedOrder(api)
    const vera = await freelancer(api)
    const sentResponse = await vera.call('POST /api/projects/add_resp', responseTo(order.id))
    const body = { subject_type: 'response', subject_id: sentResponse.id, reason: 'scam' } as const
    const { id } = await anna.call('POST /api/reports', { body })
    expect((await queue()).find(({ report }) => report?.id === id)).toMatchObject({
      listing_id: null,
      title: null,
      text: sentResponse.response_text,
      author: { id: vera.id },
    })
  })

  test('are asked for by the kind of listing; those about something else are with the orders', async () => {
    const { anna, order, boris, task } = await fileReport()
    const vera = await freelancer(api)
    const sentResponse = await vera.call('POST /api/projects/add_resp', responseTo(order.id))
    const vacancy_id = await insertPublished(api, anna.id, 'vacancy')
    const report = async (person: Person, subject_type: 'listing' | 'response', subject_id: number) => {
      const body = { subject_type, subject_id, reason: 'scam' } as const
      return (await person.call('POST /api/reports', { body })).id
    }
    const aboutResponse = await report(anna, 'response', sentResponse.id)
    const aboutVacancy = await report(boris, 'listing', vacancy_id)
    const reported = [task.report?.id, aboutResponse, aboutVacancy]
    const queueOf = async (kind: 'order' | 'vacancy') => {
      const query = { subject: 'report', kind, per_page: 100 } as const
      const ids = (await olga.call('GET /api/admin/moderation', { query })).items.map((one) => one.report?.id)
      return reported.map((id) => ids.includes(id))
    }
    expect([await queueOf('order'), await queueOf('vacancy')]).toEqual([
      [true, true, false],
      [false, false, true],
    ])
  })

  test.each(['accept', 'dismiss'] as const)(
    '%s closes one, leaves a trace, and is said once',
    async (verb) => {
      const { anna, report_id, params } = await fileReport()
      const body = { consequence: 'remove', reason: 'scam' } as const
      const verdicts = {
        accept: (moderator: Person) =>
          moderator.call('POST /api/admin/moderation/:id/accept', { params, body }),
        dismiss: (moderator: Person) => moderator.call('POST /api/admin/moderation/:id/dismiss', { params }),
      }
      const state = verb === 'accept' ? 'accepted' : 'dismissed'
      expect(await codeOf(verdicts[verb](anna))).toBe('not_found')
      expect(await verdicts[verb](olga)).toMatchObject({ decided_by: olga.id, report: { state: 'open' } })
      await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, params.id))
      expect((await verdicts[verb](olga)).report?.state).toBe(state)
      const oppositeVerdict = verdicts[verb === 'accept' ? 'dismiss' : 'accept'](olga)
      expect(await codeOf(oppositeVerdict)).toBe('already_decided')
      expect((await queue()).map(({ id }) => id)).not.toContain(params.id)
      const auditRows = await api.ctx.db
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('subject_type', '=', 'report')
        .where('subject_id', '=', report_id)
        .execute()
      const verdict = verb === 'accept' ? 'approved' : 'rejected'
      expect(auditRows).toEqual([
        { action: `moderation.${verdict}`, actor_id: olga.id },
        { action: `report.${state}`, actor_id: olga.id },
      ])
    },
  )

  test('of an undone decision stay within reach when a later report about the listing was decided', async () => {
    const { order, params } = await fileReport()
    const row = async () =>
      (await olga.call('GET /api/admin/reports', { query: { state: 'open', per_page: 100 } })).items.find(
        ({ subject_id, subject_type }) => subject_type === 'listing' && subject_id === order.id,
      )
    expect(await row()).toMatchObject({ open: 1, task_id: params.id })
    await olga.call('POST /api/admin/moderation/:id/dismiss', { params })
    const vera = await login(api)
    const body = { subject_type: 'listing', subject_id: order.id, reason: 'spam', comment: null } as const
    const { id: later } = await vera.call('POST /api/reports', { body })
    const laterTask = (await queue()).find(({ report }) => report?.id === later)?.id ?? 0
    await olga.call('POST /api/admin/moderation/:id/undo', { params })
    await olga.call('POST /api/admin/moderation/:id/dismiss', { params: { id: laterTask } })
    await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, laterTask))
    expect(await row()).toMatchObject({ open: 1, dismissed: 1, task_id: params.id })
  })

  test('can be decided after the listing has left the feed', async () => {
    const { anna, order, params } = await fileReport()
    await anna.call('POST /api/projects/close/:id', { params: { id: order.id } })
    expect((await queue()).map(({ id }) => id)).toContain(params.id)
    await olga.call('POST /api/admin/moderation/:id/accept', {
      params,
      body: { consequence: 'warn', reason: 'scam' },
    })
    await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, params.id))
    const { items } = await olga.call('GET /api/admin/reports', {
      query: { state: 'closed', per_page: 100 },
    })
    expect(items.find(({ subject_id, listing }) => listing && subject_id === order.id)).toMatchObject({
      open: 0,
      accepted: 1,
    })
  })
})
