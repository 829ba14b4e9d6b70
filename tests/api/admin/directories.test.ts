import { beforeAll, expect, test } from 'vitest'
import { fillReference } from '#db/reference/fill.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { categories, newOrder } from '#tests/support/orders/sample.ts'
import { type Confirmations, openConfirmations } from '#tests/support/people/admin-press.ts'
import { client, login, newAccount, type Person } from '#tests/support/people/people.ts'

let api: Api
let bot: Confirmations
let ada: Person
beforeAll(async () => {
  api = await openApi()
  bot = await openConfirmations(api)
  ada = await login(api, newAccount({ username: 'ada_admin' }))
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', ada.id).execute()
})
const tree = () => ada.call('GET /api/admin/categories')
const findCategory = async (id: number) =>
  (await ada.call('GET /api/all_categories')).find((one) => one.id === id)
const traces = async (id: number) =>
  (
    await api.ctx.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_type', '=', 'category')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id }) => `${action} ${actor_id === ada.id}`)
const priceNow = async (person: Person, query = {}) =>
  (await person.call('GET /pay/publication-status/:userId', { params: { userId: person.id }, query })).price

test('a speciality is added, renamed in both languages and closed; what stands in it stays', async () => {
  const names = { ru: 'Озвучка роликов', en: 'Voice-over' }
  const group = (await tree()).find(({ parent_id }) => parent_id === null)
  const addedCategory = await ada.call('POST /api/admin/categories', {
    body: { parent_id: group?.id ?? 0, names },
  })
  expect(addedCategory).toMatchObject({ parent_id: group?.id, names, closed_at: null, listings: 0 })
  const { anna, order } = await draftOrder(api, { category_id: addedCategory.id })

  const newNames = { ru: 'Дикторы', en: 'Voice actors' }
  const idOfAdded = { params: { id: addedCategory.id } }
  await ada.call('POST /api/admin/categories/:id/names', { ...idOfAdded, body: { names: newNames } })
  expect((await tree()).map(({ names }) => names.ru)).toContain('Сайты под ключ')
  expect(await findCategory(addedCategory.id)).toMatchObject({
    name_ru: 'Дикторы',
    name_en: 'Voice actors',
    is_closed: false,
  })

  await ada.call('POST /api/admin/categories/:id/closed', { ...idOfAdded, body: { is_closed: true } })
  expect(await findCategory(addedCategory.id)).toMatchObject({ is_closed: true })
  const newOrderCall = anna.call('POST /api/projects/create', {
    body: newOrder({ category_id: addedCategory.id }),
  })
  expect(await codeOf(newOrderCall)).toBe('invalid_input')
  const editRequest = {
    params: { id: order.id },
    body: { category_id: addedCategory.id, title: 'Диктор для ролика' },
  }
  expect(await codeOf(anna.call('PATCH /api/projects/:id', editRequest))).toBe('accepted')
  await ada.call('POST /api/admin/categories/:id/closed', { ...idOfAdded, body: { is_closed: false } })
  expect(
    await codeOf(
      anna.call('POST /api/projects/create', { body: newOrder({ category_id: addedCategory.id }) }),
    ),
  ).toBe('accepted')
  expect(await traces(addedCategory.id)).toEqual([
    'category.add true',
    'category.rename true',
    'category.close true',
    'category.open true',
  ])
  expect(
    await codeOf(ada.call('POST /api/admin/categories', { body: { parent_id: addedCategory.id, names } })),
  ).toBe('not_found')
})

test('a closed group closes its own; the names that the staff wrote outlive a release', async () => {
  const leafCategory = (await tree()).find(({ id }) => id === categories.sibling)
  const group = { params: { id: leafCategory?.parent_id ?? 0 } }
  await ada.call('POST /api/admin/categories/:id/closed', { ...group, body: { is_closed: true } })
  const anna = await client(api)
  const createListing = () =>
    anna.call('POST /api/projects/create', { body: newOrder({ category_id: categories.sibling }) })
  expect(await codeOf(createListing())).toBe('invalid_input')
  await ada.call('POST /api/admin/categories/:id/closed', { ...group, body: { is_closed: false } })
  expect(await codeOf(createListing())).toBe('accepted')

  const names = { ru: 'Своё имя', en: 'A name of ours' }
  await ada.call('POST /api/admin/categories/:id/names', {
    params: { id: categories.sibling },
    body: { names },
  })
  await api.owner.transaction().execute((tx) => fillReference(tx))
  expect((await tree()).find(({ id }) => id === categories.sibling)?.names).toEqual(names)
})

test('a price counts from the press in the bot on; an open invoice keeps its own', async () => {
  const { anna, order } = await draftOrder(api)
  const invoiceBefore = await invoiceFor(anna, order.id)
  const body = { product: 'project', category_id: categories.own, period_days: 30, amount: '3 100' } as const
  const proposeTariff = () => ada.call('POST /api/admin/tariffs', { body })
  await bot.start(ada)
  const confirmationAsked = await proposeTariff()
  expect(await priceNow(anna, { category_id: categories.own })).toBe(2500)
  const prompt = await bot.promptOf(ada, confirmationAsked)
  expect(prompt.text).toContain('3')
  await bot.press(ada, prompt)
  expect(await priceNow(anna, { category_id: categories.own })).toBe(3100)
  expect(await priceNow(anna, { category_id: categories.other })).toBe(2500)
  expect((await invoiceFor(anna, order.id)).amount).toBe(invoiceBefore.amount)
  const rows = await ada.call('GET /api/admin/tariffs')
  expect(rows.find(({ category }) => category?.id === categories.own)).toMatchObject({
    product: 'project',
    period_days: 30,
    amount: 3100,
    state: 'now',
    sold: 0,
  })
})

test('a price for later waits for its day; a day that has begun, a wrong period and a group are refused', async () => {
  const anna = await client(api)
  const inThreeDays = new Date(api.ctx.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const body = { product: 'vacancy', period_days: 30, amount: 1000, valid_from: inThreeDays } as const
  await bot.confirmInBot(ada, () => ada.call('POST /api/admin/tariffs', { body }))
  expect(await priceNow(anna, { payment_type: 'vacancy' })).toBe(2500)
  const rows = await ada.call('GET /api/admin/tariffs')
  expect(
    rows.filter(({ product }) => product === 'vacancy').map(({ amount, state }) => [amount, state]),
  ).toEqual([
    [2500, 'now'],
    [1000, 'later'],
  ])
  // A tariff starts at midnight in Moscow.
  const vacancyStart =
    rows.find(({ product, state }) => product === 'vacancy' && state === 'later')?.valid_from ?? ''
  expect(new Date(vacancyStart).toISOString()).toBe(new Date(`${inThreeDays}T00:00:00+03:00`).toISOString())
  const refusedCode = (changes: object) =>
    codeOf(ada.call('POST /api/admin/tariffs', { body: { ...body, ...changes } }))
  expect(await refusedCode({ valid_from: '2026-01-01' })).toBe('invalid_input')
  // One product has one price from one day on.
  expect(await refusedCode({ amount: 900 })).toBe('invalid_input')
  expect(await refusedCode({ period_days: null })).toBe('invalid_input')
  expect(await refusedCode({ product: 'response' })).toBe('invalid_input')
  expect(await refusedCode({ category_id: 100 })).toBe('not_found')
})

test('a moderator keeps no directories', async () => {
  const vera = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
  expect(await codeOf(vera.call('GET /api/admin/categories'))).toBe('not_found')
  expect(await codeOf(vera.call('GET /api/admin/tariffs'))).toBe('not_found')
})
