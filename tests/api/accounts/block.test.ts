import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import {
  client,
  freelancer,
  login,
  moderator,
  newAccount,
  type Person,
} from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const rowOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const statusOf = (id: number) =>
  api.ctx.db
    .selectFrom('listings')
    .select(['status', 'hidden_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('the status of a person', () => {
  const setStatus = (admin: Person, { id }: { id: number }, query = {}) =>
    admin.call('POST /api/users/change_system_status', { query: { user_id: id, ...query } })

  test('blocked: out at once, hidden, told why; let in again, exactly what was hidden is back', async () => {
    const admin = await moderator(api)
    const { anna, order } = await publishedOrder(api)
    const { order: hiddenOrder } = await publishedOrder(api, {}, anna)
    await anna.call('POST /api/projects/edit_project_is_published', {
      body: { project_id: hiddenOrder.id, is_published: false } as never,
    })
    expect(await setStatus(admin, anna, { reason: 'Обман заказчиков' })).toMatchObject({ status: 'blocked' })
    expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    expect(await statusOf(hiddenOrder.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    await expect.poll(() => codeOf(anna.call('GET /api/blocks'))).toBe('blocked')
    expect(await codeOf(login(api, anna.account))).toBe('blocked')
    const notifications = await api.ctx.db
      .selectFrom('deliveries')
      .select('kind')
      .where('user_id', '=', anna.id)
      .execute()
    expect(notifications.map(({ kind }) => kind)).toContain('account_blocked')
    const stranger = await client(api)
    const profile = stranger.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
    expect(await codeOf(profile)).toBe('not_found')

    expect(await setStatus(admin, anna)).toMatchObject({ status: 'active' })
    expect(await statusOf(order.id)).toEqual({ status: 'published', hidden_reason: null })
    expect(await statusOf(hiddenOrder.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    const auditRows = await api.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', anna.id)
      .execute()
    expect(auditRows).toEqual([
      { action: 'user.block', actor_id: admin.id },
      { action: 'user.unblock', actor_id: admin.id },
    ])
  })

  test('is changed by nobody but admins, who cannot shut themselves out', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(setStatus(boris, anna))).toBe('forbidden')
    expect(await codeOf(setStatus(boris, boris))).toBe('forbidden')
    const invalidRequest = boris.call('POST /api/users/change_system_status', {
      query: { user_id: 'x' as never },
    })
    expect(await codeOf(invalidRequest)).toBe('forbidden')
    const admin = await login(api, newAccount({ id: api.ctx.config.ADMIN_TELEGRAM_IDS[0] ?? 0 }))
    expect(await codeOf(setStatus(admin, admin))).toBe('forbidden')
    expect(await codeOf(setStatus(admin, { id: 999_999 }))).toBe('not_found')
    expect((await rowOf(anna)).status).toBe('active')
  })
})
