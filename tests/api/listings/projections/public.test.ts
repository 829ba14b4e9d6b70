import { expect, test } from 'vitest'
import { getDetails, getListing } from '#services/api/handlers/listings/page.ts'
import { getPublicListing, listNewest } from '#services/listings/author/guest-view.ts'
import { listByIds } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import {
  anna,
  contextOf,
  expectedOrder,
  expectedVacancy,
  gleb,
  insertUser,
  openScene,
  order,
  setup,
  vacancy,
  withPageFields,
} from './scene.ts'

/** Checks every field of a listing that anybody may read, in lists and on pages. */

openScene()

test('a stranger reads what is public, in lists and on the page', async () => {
  const strangerCtx = contextOf(await insertUser({}))
  expect(await getListing(strangerCtx, 'order', order)).toEqual(withPageFields(expectedOrder()))
  expect(await getListing(strangerCtx, 'vacancy', vacancy)).toEqual(withPageFields(expectedVacancy()))
  const reader = readerOf(strangerCtx)
  const { db } = setup.ctx
  expect(await getDetails(db, 'order', order, reader)).toEqual(withPageFields(expectedOrder()))
  expect(await getDetails(db, 'vacancy', vacancy, reader)).toEqual(withPageFields(expectedVacancy()))
  expect(await listByIds(db, 'order', [order, 999_999], reader)).toEqual([expectedOrder()])
  expect(await listByIds(db, 'vacancy', [vacancy, 999_999], reader)).toEqual([expectedVacancy()])
  expect(await listByIds(db, 'order', [], reader)).toEqual([])
  expect(await listByIds(db, 'vacancy', [], reader)).toEqual([])
})

test('boosts are offered while one of three places is free and they have a price', async () => {
  const { db } = setup.ctx
  const readOffer = async () => {
    const { boost_slots_free, boost_place } = await getListing(contextOf(gleb), 'order', order)
    return [boost_slots_free, boost_place]
  }
  const boosted_at = '2026-03-07T13:00:00Z'
  const readAnswers = async () => ({
    listing_id: order,
    user_id: await insertUser({}),
    response_text: 'Сделаю',
    response_type: 20,
    boosted_at,
  })
  const addedIds: number[] = []
  for (const expected of [
    [1, 3],
    [0, null],
    [0, null],
  ]) {
    const { id } = await db
      .insertInto('responses')
      .values(await readAnswers())
      .returning('id')
      .executeTakeFirstOrThrow()
    addedIds.push(id)
    expect(await readOffer()).toEqual(expected)
  }
  await db.deleteFrom('responses').where('id', 'in', addedIds).execute()
  await db.updateTable('listings').set({ response_stake: 0 }).where('id', '=', order).execute()
  expect(await readOffer()).toEqual([0, null])
  await db.updateTable('listings').set({ response_stake: 9900 }).where('id', '=', order).execute()
})

test('a rate older than a week is not shown, and names follow the language', async () => {
  const { db } = setup.ctx
  const setRate = (rate_date: string) =>
    db.updateTable('currencies').set({ rate_date }).where('id', '=', 2).execute()
  await setRate('2026-02-28')
  expect((await getListing(contextOf(gleb), 'order', order)).currency).toMatchObject({
    rate_to_base: null,
    rate_date: null,
  })
  await setRate('2026-03-01')
  const { name_en } = await db
    .selectFrom('categories')
    .select('name_en')
    .where('id', '=', 101)
    .executeTakeFirstOrThrow()
  const english = await getListing(contextOf(gleb, 'en'), 'order', order)
  expect(english).toMatchObject({ category: { name: name_en }, author: { category: { name: name_en } } })
  expect((await getListing(contextOf(gleb, 'en'), 'vacancy', vacancy)).category).toMatchObject({
    name: name_en,
  })
})

test('what may not be seen is not found', async () => {
  const { db } = setup.ctx
  const draft = await insertOrder(setup, anna, { status: 'draft', published_at: null })
  await db.insertInto('orders').values({ listing_id: draft, subtitle: 'Черновик задания' }).execute()
  expect((await getListing(contextOf(anna), 'order', draft)).status).toBe('draft')
  for (const id of [draft, 999_999]) {
    await expect(getListing(contextOf(gleb), 'order', id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getListing(contextOf(gleb), 'vacancy', id)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(getPublicListing(setup.ctx, 'order', draft, 'ru')).rejects.toMatchObject({ code: 'not_found' })
})

test('the newest list has the five newest orders as anybody may see them', async () => {
  const times = ['03', '01', '05', '05', '02', '04']
  const createdIds: number[] = []
  for (const day of times) {
    const id = await insertOrder(setup, anna, { published_at: `2026-05-${day}T10:00:00Z` })
    await setup.ctx.db.insertInto('orders').values({ listing_id: id, subtitle: 'Задание с картой' }).execute()
    createdIds.push(id)
  }
  await insertOrder(setup, anna, { kind: 'vacancy', published_at: '2026-06-01T10:00:00Z' })
  await insertOrder(setup, anna, { status: 'archived', published_at: '2026-06-01T10:00:00Z' })
  const { projects, vacancies, user_category_name } = await listNewest(setup.ctx, 'ru')
  const newestIds = [3, 2, 5, 0, 4].map((index) => createdIds[index])
  expect(projects.map(({ id }) => id)).toEqual(newestIds)
  expect([vacancies, user_category_name]).toEqual([[], null])
  expect(await getPublicListing(setup.ctx, 'order', order, 'ru')).toEqual(withPageFields(expectedOrder()))
  expect(await getPublicListing(setup.ctx, 'vacancy', vacancy, 'ru')).toEqual(
    withPageFields(expectedVacancy()),
  )
})
