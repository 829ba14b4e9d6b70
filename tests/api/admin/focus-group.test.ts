import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { moneyViolations } from '#tests/support/money/money-tables.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { client, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let root: Person
beforeAll(async () => {
  api = await openApi()
  root = await moderator(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.id).execute()
})

const setFocusGroup = (id: number, is_focus_group: boolean, admin = root) =>
  admin.call('POST /api/admin/users/:id/focus_group', { params: { id }, body: { is_focus_group } })
const offerTo = (person: Person) =>
  person.call('GET /pay/publication-status/:userId', { params: { userId: person.id } })

test('whom an admin chose publishes without paying, as often as they like, and keeps their credits', async () => {
  const anna = await client(api)
  expect(await setFocusGroup(anna.id, true)).toMatchObject({ id: anna.id, is_focus_group: true })
  const credit = { user_id: anna.id, product: 'project' as const, reason: 'granted' as const }
  await api.ctx.db.insertInto('credits').values(credit).execute()
  for (let n = 0; n < 2; n++) {
    expect(await offerTo(anna)).toMatchObject({ is_free: true, price: 0 })
    const { order } = await draftOrder(api, {}, anna)
    expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'paid', amount: 0 })
    const { status, is_paid } = await anna.call('GET /api/projects/:id/full_info', {
      params: { id: order.id },
    })
    expect({ status, is_paid }).toEqual({ status: 'moderation', is_paid: true })
  }
  const storedRow = await api.ctx.db
    .selectFrom('credits')
    .select('spent_payment_id')
    .where('user_id', '=', anna.id)
    .execute()
  expect(storedRow).toEqual([{ spent_payment_id: null }])
  expect(await moneyViolations(api.ctx.db)).toEqual([])
})

test('whoever leaves the group pays again; each choice is in the audit', async () => {
  const anna = await client(api)
  await setFocusGroup(anna.id, true)
  await setFocusGroup(anna.id, true)
  expect(await setFocusGroup(anna.id, false)).toMatchObject({ is_focus_group: false })
  expect(await offerTo(anna)).toMatchObject({ is_free: false, price: 2500 })
  const { order } = await draftOrder(api, {}, anna)
  expect(await invoiceFor(anna, order.id)).toMatchObject({ state: 'created', amount: 2500 })
  const auditActions = await api.ctx.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'user.focus_group')
    .where('subject_id', '=', anna.id)
    .orderBy('id')
    .execute()
  expect(auditActions).toEqual([
    { actor_id: root.id, before: { is_focus_group: false }, after: { is_focus_group: true } },
    { actor_id: root.id, before: { is_focus_group: true }, after: { is_focus_group: false } },
  ])
})

test('the group pays where the configuration says so', async () => {
  const pricedApi = await openApi({ FOCUS_GROUP_PUBLISHES_FREE: '0' })
  const anna = await client(pricedApi)
  await pricedApi.ctx.db
    .updateTable('users')
    .set({ is_focus_group: true })
    .where('id', '=', anna.id)
    .execute()
  expect(await offerTo(anna)).toMatchObject({ is_free: false })
})

test('nobody chooses themselves', async () => {
  const anna = await login(api)
  expect(await codeOf(setFocusGroup(anna.id, true, anna))).toBe('not_found')
})
