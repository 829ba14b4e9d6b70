import { expect, test } from 'vitest'
import { getListing } from '#services/api/handlers/listings/page.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { anna, boris, contextOf, gleb, insertUser, openScene, order, setup, vacancy, vera } from './scene.ts'

/** Checks which fields of a listing and of a person the parties of an order can read. */

openScene()

const link = (key: string) => key

test('its author reads who does the work, the state of it, and every answer', async () => {
  const runningColumns = { status: 'in_progress' as const, executor_id: boris }
  await placeRows(setup.owner, 'listings', { id: order }, runningColumns)
  const page = await getListing(contextOf(anna), 'order', order)
  const executorFields = { executor_id: boris, executor: { id: boris, full_name: 'Борис', orders_count: 4 } }
  expect(page).toMatchObject({ is_owner: true, is_executor: false, is_responded: false, ...executorFields })
  expect(page).toMatchObject({ rejection_reason: 'Была неясность', new_responses: 1, my_response: null })
  expect(page.executor).not.toHaveProperty('telegram_link')
  expect(page.executor).toMatchObject({ avatar_url: '/b.png', logo_url: null, rating: null, category: null })
  expect(page.author.telegram_link).toBeNull()
  expect(page.responses.map(({ user }) => user.id).toSorted()).toEqual([boris, vera].toSorted())
  expect((await getListing(contextOf(anna), 'vacancy', vacancy)).is_owner).toBe(true)
})

test('who does the work reads how to reach its author; who answered reads the own place', async () => {
  const readByBoris = await getListing(contextOf(boris), 'order', order)
  expect(readByBoris).toMatchObject({
    is_executor: true,
    is_owner: false,
    executor_id: boris,
    is_responded: true,
  })
  expect(readByBoris.author.telegram_link).toBe('https://t.me/anna_l')
  expect(readByBoris).toMatchObject({ rejection_reason: null, new_responses: 0, executor: { id: boris } })
  expect(readByBoris.my_response).toMatchObject({ response_type: 20, place: 1 })
  const readByExecutor = await getListing(contextOf(vera), 'order', order)
  expect(readByExecutor).toMatchObject({
    is_responded: true,
    is_favorite: true,
    executor_id: null,
    executor: null,
  })
  expect(readByExecutor.my_response).toMatchObject({ status: 'shown', response_type: 200, place: 2 })
  expect(readByExecutor.responses.map(({ user }) => user.id)).toEqual([vera])
  const orderAfterWithdrawal = await getListing(contextOf(gleb), 'order', order)
  expect(orderAfterWithdrawal).toMatchObject({ is_responded: false, my_response: null, responses: [] })
})

test('a person in a list shows skills in their order and the cheapest price, whatever its currency', async () => {
  const { db } = setup.ctx
  for (const name of ['Go', 'Figma'])
    await db.insertInto('user_skills').values({ user_id: boris, name }).execute()
  const card = async (viewer: number) =>
    (await listUsersByIds(db, [boris], { viewer_id: viewer, language: 'ru', link }))[0]
  expect(await card(vera)).toMatchObject({
    id: boris,
    is_favorite: false,
    is_only_remote: true,
    skills: ['Go', 'Figma'],
    price_from: null,
  })
  const service = (price: number | null, currency_id: number) =>
    db.insertInto('user_services').values({ user_id: boris, name: 'Сайт', price, currency_id }).execute()
  await service(null, 1)
  await service(2_000_000, 1)
  await service(7000, 2)
  expect((await card(vera))?.price_from).toEqual({ amount: 20_000, currency_id: 1 })
  await service(6000, 2)
  expect((await card(vera))?.price_from).toEqual({ amount: 60, currency_id: 2 })
  await db.insertInto('favorite_users').values({ user_id: vera, favorite_id: boris }).execute()
  expect((await card(vera))?.is_favorite).toBe(true)
  expect((await listUsersByIds(db, [gleb], { viewer_id: vera, language: 'ru', link }))[0]).toMatchObject({
    skills: [],
    price_from: null,
  })
})

test('how to reach a person is for the other side, for admins, and the resume for whom it was sent', async () => {
  const { db } = setup.ctx
  const contactsBetween = (viewer: number, person: number) => contactVisibility(db, viewer, person)
  const nothingVisible = { hidden: false, contacts: false, resume: false, counted: true }
  const allVisible = { ...nothingVisible, contacts: true, resume: true }
  expect(await contactsBetween(gleb, vera)).toEqual(nothingVisible)
  expect(await contactsBetween(anna, boris)).toEqual(allVisible)
  expect(await contactsBetween(boris, anna)).toEqual(allVisible)
  expect(await contactsBetween(boris, vera)).toEqual(nothingVisible)
  const admin = await insertUser({ role: 'admin' })
  expect(await contactsBetween(admin, vera)).toEqual({ ...allVisible, counted: false })
  const readResume = (columns: object) =>
    db.updateTable('responses').set(columns).where('user_id', '=', vera).execute()
  await readResume({ with_resume: true })
  expect(await contactsBetween(anna, vera)).toEqual({ ...nothingVisible, resume: true })
  expect(await contactsBetween(gleb, vera)).toEqual(nothingVisible)
  await placeRows(setup.owner, 'responses', { user_id: vera }, { status: 'withdrawn' })
  expect(await contactsBetween(anna, vera)).toEqual(nothingVisible)
  await db.insertInto('user_blocks').values({ user_id: vera, blocked_id: gleb }).execute()
  expect(await contactsBetween(gleb, vera)).toEqual({ ...nothingVisible, hidden: true })
  expect(await contactsBetween(vera, gleb)).toEqual(nothingVisible)
  await db.insertInto('user_blocks').values({ user_id: boris, blocked_id: anna }).execute()
  expect(await contactsBetween(anna, boris)).toEqual(allVisible)
  const status = (value: 'blocked' | 'deleted') =>
    db.updateTable('users').set({ status: value }).where('id', '=', gleb).execute()
  await status('blocked')
  expect(await contactsBetween(vera, gleb)).toEqual({ ...nothingVisible, hidden: true })
  expect(await contactsBetween(vera, 999_999)).toEqual({ ...nothingVisible, hidden: true })
})
