import { beforeAll, expect, test } from 'vitest'
import { getDetails, getListing } from '#services/api/handlers/listings/page.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getPublicListing, listNewest } from '#services/listings/author/guest-view.ts'
import { listByIds } from '#services/listings/page/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from '#tests/workers/setup.ts'

/** Every field of a listing and of a person, for each reader with access. */

let setup: WorkerSetup
let anna: number
let boris: number
let vera: number
let gleb: number
let order: number
let vacancy: number
const now = new Date('2026-03-08T10:00:00Z')
const link = (key: string) => key

beforeAll(async () => {
  setup = await setUpWorkers()
  setup.ctx.now = () => now
  const { db } = setup.ctx
  await db
    .updateTable('currencies')
    .set({ rate_to_base: '300', rate_date: '2026-03-01' })
    .where('id', '=', 2)
    .execute()
  anna = await insertUser({
    ...{ full_name: 'Анна', username: 'anna_l', photo_url: '/photo.png', logo_url: '/logo.png', rating: 4.5 },
    ...{ rating_count: 2, posted_count: 3, completed_count: 7, country: 'Россия', city: 'Томск' },
    ...{ description: 'Студия', category_id: 101, years_of_experience: 5, is_free: false },
    ...{ is_client: true, is_contractor: false },
  })
  boris = await insertUser({
    ...{ full_name: 'Борис', username: 'boris', photo_url: '/b.png', posted_count: 1, completed_count: 4 },
    ...{ is_client: false, is_contractor: true, is_only_remote: true },
  })
  vera = await insertUser({ full_name: 'Вера' })
  gleb = await insertUser({ full_name: 'Глеб' })
  const texts = { language: 'ru', location: 'Томск', skills: ['Figma', 'Go'], experience: 'y1_3' }
  const common = {
    ...{ category_id: 101, is_remote: true, urgent: true, responses_count: 2, resubmissions: 1, ...texts },
    ...{ job_type: 'part_time', rejection_reason: 'Была неясность' },
    ...{ currency_id: 2, price: 250_000, placement_period: 30, published_at: '2026-03-07T10:00:00Z' },
    ...{ deadline: '2026-03-20T10:00:00Z', expires_at: '2026-04-07T10:00:00Z' },
  }
  const tags = await db
    .insertInto('tags')
    .values([{ name: 'Логотип' }, { name: 'Вывеска' }])
    .returning('id')
    .execute()
  const stakeColumns = { min_stake: 100_000, max_stake: 150_000, response_stake: 9900 }
  order = await insertOrder(setup, anna, { ...common, ...stakeColumns, tags: tags.map(({ id }) => id) })
  vacancy = await insertOrder(setup, anna, {
    ...{ ...common, kind: 'vacancy', payment_format: 'hourly', keep_open: true, title: 'Верстальщик' },
  })
  await db.insertInto('orders').values({ listing_id: order, subtitle: 'Меню и карта' }).execute()
  await db
    .insertInto('vacancies')
    .values({
      ...{
        listing_id: vacancy,
        description: 'В студию на полдня',
        requirements: 'р1',
        responsibilities: 'р2',
      },
      ...{ additional_info: 'р3', conditions: 'р4', work_conditions: 'р5', important_info: 'р6' },
      ...{ important_notes: 'р7', nice_to_have: 'р8', mandatory_tasks: 'р9', response_price: 5000 },
    })
    .execute()
  for (const [user_id, minute, columns] of [
    [vera, 1, { status: 'shown' }],
    [boris, 2, { response_type: 20, boosted_at: '2026-03-07T12:00:00Z' }],
    [gleb, 0, { status: 'withdrawn', response_type: 20, boosted_at: '2026-03-07T11:00:00Z' }],
  ] as const)
    await db
      .insertInto('responses')
      .values({
        ...{ listing_id: order, user_id, response_text: 'Сделаю', ...columns },
        created_at: `2026-03-07T11:0${minute}:00Z`,
      })
      .execute()
  await db.insertInto('favorite_listings').values({ user_id: vera, listing_id: order }).execute()
  await db.insertInto('listing_views').values({ listing_id: order, views_count: 12 }).execute()
})

async function insertUser(columns: Record<string, unknown>): Promise<number> {
  const { id } = await insertPerson(setup, { in_telegram: false })
  await setup.ctx.db
    .updateTable('users')
    .set({ full_name: 'Прохожий', ...columns })
    .where('id', '=', id)
    .execute()
  return id
}

const contextOf = (id: number, language: 'ru' | 'en' = 'ru') =>
  ({ ...setup.ctx, viewer: { id }, language, gone: () => new AbortController().signal }) as UserContext

const author = () => ({
  ...{ id: anna, full_name: 'Анна', avatar_url: '/logo.png', photo_url: '/photo.png', logo_url: '/logo.png' },
  ...{ rating: 4.5, rating_count: 2, orders_count: 3, completed_count: 7, posted_count: 3 },
  ...{ country: 'Россия', city: 'Томск', description: 'Студия', category_id: 101 },
  ...{ category: { id: 101, name: 'Сайты под ключ' }, years_of_experience: 5, is_verified: false },
  ...{ is_free: false, is_client: true, is_contractor: false, created_at: expect.any(String) },
  telegram_link: null,
})
/** Fields of both kinds that a stranger can read. */
const sharedFields = () => ({
  ...{ category_id: 101, category: { id: 101, name: 'Сайты под ключ' }, currency_id: 2, language: 'ru' },
  currency: {
    ...{ id: 2, code: 'TON', symbol: expect.any(String), name: expect.any(String) },
    ...{ icon_url: expect.toSatisfy((url) => url === null || typeof url === 'string') },
    ...{ rate_to_base: 300, rate_date: '2026-03-01' },
  },
  ...{ is_remote: true, location: 'Томск', status: 'published', is_published: true, is_paid: true },
  ...{ is_archive: false, is_active: true, experience: 'y1_3' },
  ...{ published_at: '2026-03-07T10:00:00Z', created_at: expect.any(String) },
  ...{ expires_at: '2026-04-07T10:00:00Z', responses_count: 2, skills: ['Figma', 'Go'] },
  ...{ is_owner: false, is_executor: false, views_count: 0, is_favorite: false, is_responded: false },
  ...{ my_response: null, author: author(), executor_id: null, executor: null, tags: [] },
  ...{ hidden_reason: null, rejection_reason: null, resubmissions_left: 2, is_urgent: true },
  ...{
    new_responses: 0,
    is_edit_pending: false,
    review_until: null,
    own_review: null,
    chats: [],
    files: [],
    responses: [],
  },
  ...{ reason: null, why: null, author_record: null, price: 2500, questions: [] },
})
const expectedOrder = () => {
  const { experience, location, ...sharedRest } = sharedFields()
  return {
    ...{
      ...sharedRest,
      id: order,
      project_id: order,
      kind: 'order',
      title: 'Сайт для кофейни',
      client_id: anna,
    },
    ...{ subtitle: 'Меню и карта', description: 'Меню и карта', min_stake: 1000, max_stake: 1500 },
    ...{ response_stake: 99, boosts: undefined, payment_format: 'fixed', format: 'part_time' },
    ...{ required_experience: experience, region: location, deadline: '2026-03-20T10:00:00Z' },
    ...{ placement_period: 30, boost_slots_free: 2, boost_place: 2, views_count: 12, deal: null },
    tags: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'Вывеска,Логотип'),
  }
}
const expectedVacancy = () => {
  const { price, ...sharedRest } = sharedFields()
  return {
    ...{ ...sharedRest, id: vacancy, vacancy_id: vacancy, vacancies_id: vacancy, kind: 'vacancy' },
    ...{ title: 'Верстальщик', author_id: anna, description: 'В студию на полдня', requirements: 'р1' },
    ...{ responsibilities: 'р2', additional_info: 'р3', conditions: 'р4', work_conditions: 'р5' },
    ...{ important_info: 'р6', important_notes: 'р7', nice_to_have: 'р8', mandatory_tasks: 'р9' },
    ...{ keep_open: true, hourly_rate: price, response_price: 50, vacancy_tags: [] },
    ...{ work_format: 'hourly', schedule: 'part_time', placement_period: 30 },
  }
}

/** A page also shows the author's record, which is empty here. */
const withPageFields = <T>(listing: T) => ({
  ...listing,
  author_record: { closed: 0, figures: null, paid_placements: 0 },
})

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
  const answerOf = async () => ({
    ...{ listing_id: order, user_id: await insertUser({}), response_text: 'Сделаю', response_type: 20 },
    boosted_at,
  })
  const added: number[] = []
  for (const expected of [
    [1, 3],
    [0, null],
    [0, null],
  ]) {
    const { id } = await db
      .insertInto('responses')
      .values(await answerOf())
      .returning('id')
      .executeTakeFirstOrThrow()
    added.push(id)
    expect(await readOffer()).toEqual(expected)
  }
  await db.deleteFrom('responses').where('id', 'in', added).execute()
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
  const madeIds: number[] = []
  for (const day of times) {
    const id = await insertOrder(setup, anna, { published_at: `2026-05-${day}T10:00:00Z` })
    await setup.ctx.db.insertInto('orders').values({ listing_id: id, subtitle: 'Задание с картой' }).execute()
    madeIds.push(id)
  }
  await insertOrder(setup, anna, { kind: 'vacancy', published_at: '2026-06-01T10:00:00Z' })
  await insertOrder(setup, anna, { status: 'archived', published_at: '2026-06-01T10:00:00Z' })
  const { projects, vacancies, user_category_name } = await listNewest(setup.ctx, 'ru')
  const newestIds = [3, 2, 5, 0, 4].map((index) => madeIds[index])
  expect(projects.map(({ id }) => id)).toEqual(newestIds)
  expect([vacancies, user_category_name]).toEqual([[], null])
  expect(await getPublicListing(setup.ctx, 'order', order, 'ru')).toEqual(withPageFields(expectedOrder()))
  expect(await getPublicListing(setup.ctx, 'vacancy', vacancy, 'ru')).toEqual(
    withPageFields(expectedVacancy()),
  )
})

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
  const withdrawn = await getListing(contextOf(gleb), 'order', order)
  expect(withdrawn).toMatchObject({ is_responded: false, my_response: null, responses: [] })
})

test('a person in a list shows skills in their order and the cheapest price, whatever its currency', async () => {
  const { db } = setup.ctx
  for (const name of ['Go', 'Figma'])
    await db.insertInto('user_skills').values({ user_id: boris, name }).execute()
  const card = async (viewer: number) =>
    (await listUsersByIds(db, [boris], { viewer_id: viewer, language: 'ru', link }))[0]
  expect(await card(vera)).toMatchObject({
    ...{ id: boris, is_favorite: false, is_only_remote: true, skills: ['Go', 'Figma'], price_from: null },
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
  const resume = (columns: object) =>
    db.updateTable('responses').set(columns).where('user_id', '=', vera).execute()
  await resume({ with_resume: true })
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
