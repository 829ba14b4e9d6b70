import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { decideTask, paidOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, confirmPhone, freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api
let ada: Person
let vera: Person
beforeAll(async () => {
  api = await openApi()
  ada = await staff('admin')
  vera = await staff('moderator')
})
async function staff(role: 'admin' | 'moderator'): Promise<Person> {
  const person = await login(api)
  await api.ctx.db.updateTable('users').set({ role }).where('id', '=', person.id).execute()
  return person
}
const openCardOf = (staff: Person, { id }: Person) =>
  staff.call('GET /api/admin/users/:id', { params: { id } })

test('a person stands with their record, lists and history; money is for administrators', async () => {
  const { anna, order } = await paidOrder(api, { title: 'Афиша концерта' })
  await decideTask(api, order.id)
  const rejectedOrder = await paidOrder(api, { title: 'Отзывы за деньги' }, anna)
  await decideTask(api, rejectedOrder.order.id, 'forbidden')
  const boris = await freelancer(api)
  const body = { subject_type: 'listing', subject_id: order.id, reason: 'spam' } as const
  await boris.call('POST /api/reports', { body })

  const cardForModerator = await openCardOf(vera, anna)
  expect(cardForModerator).toMatchObject({
    id: anna.id,
    role: 'user',
    status: 'active',
    verification: 'none',
    sessions: 1,
    money: null,
    record: { published: 1, rejected: 1, responses: 0, chosen: 0, reports_about: 1, reports_accepted: 0 },
  })
  const cardForAdmin = await openCardOf(ada, anna)
  expect(cardForAdmin.money).toEqual({ paid: [{ amount: 5000, currency: 'RUB' }], refunded: [], credits: 0 })
  expect((await openCardOf(vera, boris)).record).toMatchObject({ reports_by: 1, reports_by_accepted: 0 })

  const at = { params: { id: anna.id } }
  const listings = await vera.call('GET /api/admin/listings', { query: { author_id: anna.id } })
  expect(listings.items.map(({ title, status }) => [title, status])).toEqual([
    // A listing in the feed comes first, although the rejected one is newer.
    ['Афиша концерта', 'published'],
    ['Отзывы за деньги', 'rejected'],
  ])
  const reportsAboutAnna = await vera.call('GET /api/admin/users/:id/reports', { ...at, query: {} })
  expect(reportsAboutAnna.items).toMatchObject([{ subject_type: 'listing', subject_id: order.id, open: 1 }])
  const borisQuery = { params: { id: boris.id }, query: { side: 'by' } } as const
  expect((await vera.call('GET /api/admin/users/:id/reports', borisQuery)).items).toHaveLength(1)
  const history = await vera.call('GET /api/admin/users/:id/history', { ...at, query: {} })
  expect(history.items.map(({ action }) => action)).toContain('moderation.rejected')
  expect(new Set(history.items.map(({ subject_id }) => subject_id))).toEqual(
    new Set([order.id, rejectedOrder.order.id]),
  )
})

test('a number of no country is named to the staff, a confirmed number of a country is not', async () => {
  const [plain, anonymous] = [await client(api), await client(api)]
  await confirmPhone(api, plain, '+79990001234')
  await confirmPhone(api, anonymous, '+88800001234')
  expect(await openCardOf(vera, plain)).toMatchObject({ has_anonymous_phone: false })
  expect(await openCardOf(vera, anonymous)).toMatchObject({ has_anonymous_phone: true })
})

test('a warning is read by staff and by whom it was given, and by nobody else', async () => {
  const [anna, boris] = [await client(api), await freelancer(api)]
  const reason = 'Просили перевести залог'
  const params = { id: anna.id }
  await vera.call('POST /api/admin/users/:id/warn', { params, body: { reason } })
  await vera.call('POST /api/admin/users/:id/warn', { params, body: { reason: 'contacts' } })
  const contacts = 'Контакты в описании'
  expect((await openCardOf(ada, anna)).warnings).toMatchObject([
    { reason: expect.stringContaining(contacts), given_by: vera.user.full_name },
    { reason, given_by: vera.user.full_name },
  ])
  // A warning of an earlier quarter stays in the list, but does not count as recent.
  const created_at = new Date(api.ctx.now().getTime() - 91 * 86_400_000).toISOString()
  await api.owner.updateTable('warnings').set({ created_at }).where('reason', '=', reason).execute()
  expect(await openCardOf(ada, anna)).toMatchObject({ recent_warnings: 1, warnings: [{}, {}] })
  const { order } = await paidOrder(api, { title: 'Афиша выставки' }, anna)
  const listings = await vera.call('GET /api/admin/listings', { query: { author_id: anna.id } })
  expect(listings.items).toMatchObject([
    { id: order.id, author_warnings: 1, price: { currency: 'RUB' }, is_taken_down: false },
  ])
  const warnings = await anna.call('GET /api/users/warnings')
  expect(warnings.map((one) => one.reason)).toEqual([expect.stringContaining(contacts), reason])
  // The answer of the API does not name the staff member who gave the warning.
  expect(Object.keys(warnings[0] ?? {}).sort()).toEqual(['created_at', 'reason'])
  expect(await boris.call('GET /api/users/warnings')).toEqual([])
})

test('a response is told without its text and price', async () => {
  const { order } = await paidOrder(api, {}, await client(api))
  await decideTask(api, order.id)
  const boris = await freelancer(api)
  await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  const responses = await vera.call('GET /api/admin/users/:id/responses', {
    params: { id: boris.id },
    query: {},
  })
  expect(responses.items).toMatchObject([
    { listing_id: order.id, kind: 'order', status: 'no_show', is_boosted: false },
  ])
  expect(JSON.stringify(responses)).not.toContain('неделю')
})

test('no call but one shows contacts, and that leaves a trace', async () => {
  const anna = await client(api)
  await api.ctx.db.updateTable('users').set({ username: 'anna_ads' }).where('id', '=', anna.id).execute()
  const at = { params: { id: anna.id } }
  for (const staff of [vera, ada])
    expect(JSON.stringify(await openCardOf(staff, anna))).not.toContain('anna_ads')
  const traces = () =>
    api.ctx.db
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_id'])
      .where('action', '=', 'user.contacts_shown')
      .where('subject_id', '=', anna.id)
      .execute()
  expect(await traces()).toEqual([])
  expect(await codeOf(vera.call('POST /api/admin/users/:id/contacts', at))).toBe('not_found')
  const contacts = await ada.call('POST /api/admin/users/:id/contacts', at)
  expect(contacts.telegram_link).toContain('anna_ads')
  expect(await traces()).toEqual([{ actor_id: ada.id, subject_id: anna.id }])
  const history = (staff: Person) => staff.call('GET /api/admin/users/:id/history', { ...at, query: {} })
  expect((await history(ada)).items.map(({ action }) => action)).toEqual(['user.contacts_shown'])
  expect((await history(vera)).items).toEqual([])
})

test('who deleted the account is nobody any more', async () => {
  expect(await codeOf(vera.call('GET /api/admin/users/:id', { params: { id: 999_999 } }))).toBe('not_found')
})
