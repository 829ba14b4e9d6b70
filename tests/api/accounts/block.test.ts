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
  const set = (admin: Person, { id }: { id: number }, more = {}) =>
    admin.call('POST /api/users/change_system_status', { query: { user_id: id, ...more } })

  test('blocked: out at once, hidden, told why; let in again, exactly what was hidden is back', async () => {
    const admin = await moderator(api)
    const { anna, order } = await publishedOrder(api)
    const { order: own } = await publishedOrder(api, {}, anna)
    await anna.call('POST /api/projects/edit_project_is_published', {
      body: { project_id: own.id, is_published: false } as never,
    })
    expect(await set(admin, anna, { reason: 'Обман заказчиков' })).toMatchObject({ status: 'blocked' })
    expect(await statusOf(order.id)).toEqual({ status: 'hidden', hidden_reason: 'author_blocked' })
    expect(await statusOf(own.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    await expect.poll(() => codeOf(anna.call('GET /api/blocks'))).toBe('blocked')
    expect(await codeOf(login(api, anna.account))).toBe('blocked')
    const told = await api.ctx.db
      .selectFrom('deliveries')
      .select('kind')
      .where('user_id', '=', anna.id)
      .execute()
    expect(told.map(({ kind }) => kind)).toContain('account_blocked')
    const stranger = await client(api)
    const seen = stranger.call('GET /api/users/full_user_info', { query: { user_id: anna.id } })
    expect(await codeOf(seen)).toBe('not_found')

    expect(await set(admin, anna)).toMatchObject({ status: 'active' })
    expect(await statusOf(order.id)).toEqual({ status: 'published', hidden_reason: null })
    expect(await statusOf(own.id)).toEqual({ status: 'hidden', hidden_reason: 'owner' })
    const trace = await api.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', anna.id)
      .execute()
    expect(trace).toEqual([
      { action: 'user.block', actor_id: admin.id },
      { action: 'user.unblock', actor_id: admin.id },
    ])
  })

  test('is changed by nobody but admins, who cannot shut themselves out', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(set(boris, anna))).toBe('forbidden')
    expect(await codeOf(set(boris, boris))).toBe('forbidden')
    const wrong = boris.call('POST /api/users/change_system_status', { query: { user_id: 'x' as never } })
    expect(await codeOf(wrong)).toBe('forbidden')
    const admin = await login(api, newAccount({ id: api.ctx.config.ADMIN_TELEGRAM_IDS[0] ?? 0 }))
    expect(await codeOf(set(admin, admin))).toBe('forbidden')
    expect(await codeOf(set(admin, { id: 999_999 }))).toBe('not_found')
    expect((await rowOf(anna)).status).toBe('active')
  })
})
