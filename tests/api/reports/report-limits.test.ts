import { beforeAll, describe, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { remindModerators } from '#services/moderation/queue/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
})

const reportPerson = (reporter: Person, { id: subject_id }: Person, reason: 'scam' | 'spam' = 'scam') =>
  reporter.call('POST /api/reports', { body: { subject_type: 'user', subject_id, reason } })
const queue = async () =>
  (await olga.call('GET /api/admin/moderation', { query: { subject: 'report', per_page: 100 } })).items
const cardsAbout = async ({ id }: Person) => (await queue()).filter(({ author }) => author.id === id)
const logInMany = (count: number) => Promise.all(Array.from({ length: count }, () => login(api)))

describe('complaints a day', () => {
  test.each([
    ['ten of who confirmed a phone', true, 10],
    ['two of who did not', false, 2],
  ])('%s', async (_reporter, verified, limit) => {
    const boris = await freelancer(api, { verified })
    const accusedPeople = await logInMany(limit + 1)
    const outcomes = await Promise.all(accusedPeople.map((person) => codeOf(reportPerson(boris, person))))
    expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(limit)
    expect(outcomes.filter((code) => code === 'too_many_reports')).toHaveLength(1)
    const refusedPerson = accusedPeople[outcomes.indexOf('too_many_reports')] ?? olga
    // A repeated report by the same person does not count towards the limit.
    const [first = olga] = accusedPeople.filter((person) => person !== refusedPerson)
    expect(await codeOf(reportPerson(boris, first))).toBe('accepted')
    await api.ctx.db
      .updateTable('reports')
      .set({ created_at: new Date(api.ctx.now().getTime() - 24 * 60 * 60_000 - 1000).toISOString() })
      .where('reporter_id', '=', boris.id)
      .execute()
    expect(await codeOf(reportPerson(boris, refusedPerson))).toBe('accepted')
  })
})

describe('complaints about one thing', () => {
  test('are one task, which names those who complain with their record, and end together', async () => {
    const [anna = olga, vera = olga, earlier = olga] = await logInMany(3)
    const boris = await freelancer(api)
    const { id } = await reportPerson(boris, earlier)
    const [old] = await cardsAbout(earlier)
    await olga.call('POST /api/admin/moderation/:id/accept', {
      params: { id: old?.id ?? 0 },
      body: { consequence: 'warn', reason: 'scam' },
    })
    await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, old?.id ?? 0))
    expect(id).toBe(old?.report?.id)

    const reports = await Promise.all([reportPerson(boris, anna), reportPerson(vera, anna, 'spam')])
    const tasks = await cardsAbout(anna)
    expect(tasks).toHaveLength(1)
    const [task] = tasks
    expect(task?.report).toMatchObject({ complaints: 2 })
    expect(task?.report?.reporters).toHaveLength(2)
    expect(task?.report?.reporters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: boris.id, reason: 'scam', accepted: 1, dismissed: 0 }),
        expect.objectContaining({ id: vera.id, reason: 'spam', accepted: 0, dismissed: 0 }),
      ]),
    )
    const params = { id: task?.id ?? 0 }
    // A moderation task that a moderator has claimed still collects further reports.
    await olga.call('POST /api/admin/moderation/:id/claim', { params })
    reports.push(await reportPerson(await freelancer(api), anna))
    expect((await cardsAbout(anna)).map(({ id, report }) => [id, report?.complaints])).toEqual([
      [params.id, 3],
    ])
    await olga.call('POST /api/admin/moderation/:id/dismiss', { params })
    await api.ctx.db.transaction().execute((tx) => applyDecision(api.ctx, tx, params.id))
    const ids = reports.map((report) => report.id)
    const query = api.ctx.db.selectFrom('reports').select('state').where('id', 'in', ids)
    expect((await query.execute()).map(({ state }) => state)).toEqual(['dismissed', 'dismissed', 'dismissed'])
    // A report after the moderators' decision opens a new moderation task.
    await reportPerson(boris, anna)
    expect((await cardsAbout(anna)).map((one) => one.id)).not.toContain(params.id)
  })

  test('of people without a phone wait behind all others', async () => {
    const [anna = olga, vera = olga, gleb = olga] = await logInMany(3)
    await reportPerson(gleb, anna)
    const boris = await freelancer(api)
    await reportPerson(boris, vera)
    const order = (await queue()).map(({ author }) => author.id)
    expect(order.indexOf(vera.id)).toBeLessThan(order.indexOf(anna.id))
    // If a person with a confirmed phone reports, the moderation task that all reports share gets a higher priority.
    await reportPerson(boris, anna)
    const liftedIds = (await queue()).map(({ author }) => author.id)
    expect(liftedIds.indexOf(anna.id)).toBeLessThan(liftedIds.indexOf(vera.id))
  })

  test('a flood of late ones is one reminder', async () => {
    await api.ctx.db.updateTable('moderation_tasks').set({ remind_at: api.ctx.now().toISOString() }).execute()
    const lateCount = (await queue()).length
    expect(await remindModerators(api.ctx, 2000)).toBeGreaterThanOrEqual(lateCount)
    expect(await remindModerators(api.ctx, 2000)).toBe(0)
  })
})
