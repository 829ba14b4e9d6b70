import { beforeAll, expect } from 'vitest'
import type { UserContext } from '#services/core/request-context.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from '#tests/workers/setup.ts'

/**
 * Expected fields of a published order and a published vacancy by Anna, for each reader. Boris, Vera and Gleb respond
 * to them.
 */

export let setup: WorkerSetup
export let anna: number
export let boris: number
export let vera: number
export let gleb: number
export let order: number
export let vacancy: number

/** Inserts the people, listings and responses for one test file. */
export function openScene(): void {
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
      full_name: 'Анна',
      username: 'anna_l',
      photo_url: '/photo.png',
      logo_url: '/logo.png',
      rating: 4.5,
      rating_count: 2,
      posted_count: 3,
      completed_count: 7,
      country: 'Россия',
      city: 'Томск',
      description: 'Студия',
      category_id: 101,
      years_of_experience: 5,
      is_free: false,
      is_client: true,
      is_contractor: false,
    })
    boris = await insertUser({
      full_name: 'Борис',
      username: 'boris',
      photo_url: '/b.png',
      posted_count: 1,
      completed_count: 4,
      is_client: false,
      is_contractor: true,
      is_only_remote: true,
    })
    vera = await insertUser({ full_name: 'Вера' })
    gleb = await insertUser({ full_name: 'Глеб' })
    const texts = { language: 'ru', location: 'Томск', skills: ['Figma', 'Go'], experience: 'y1_3' }
    const commonColumns = {
      category_id: 101,
      is_remote: true,
      urgent: true,
      responses_count: 2,
      resubmissions: 1,
      ...texts,
      job_type: 'part_time',
      rejection_reason: 'Была неясность',
      currency_id: 2,
      price: 250_000,
      placement_period: 30,
      published_at: '2026-03-07T10:00:00Z',
      deadline: '2026-03-20T10:00:00Z',
      expires_at: '2026-04-07T10:00:00Z',
    }
    const tags = await db
      .insertInto('tags')
      .values([{ name: 'Логотип' }, { name: 'Вывеска' }])
      .returning('id')
      .execute()
    const stakeColumns = { min_stake: 100_000, max_stake: 150_000, response_stake: 9900 }
    order = await insertOrder(setup, anna, {
      ...commonColumns,
      ...stakeColumns,
      tags: tags.map(({ id }) => id),
    })
    vacancy = await insertOrder(setup, anna, {
      ...commonColumns,
      kind: 'vacancy',
      payment_format: 'hourly',
      keep_open: true,
      title: 'Верстальщик',
    })
    await db.insertInto('orders').values({ listing_id: order, subtitle: 'Меню и карта' }).execute()
    await db
      .insertInto('vacancies')
      .values({
        listing_id: vacancy,
        description: 'В студию на полдня',
        requirements: 'р1',
        responsibilities: 'р2',
        additional_info: 'р3',
        conditions: 'р4',
        work_conditions: 'р5',
        important_info: 'р6',
        important_notes: 'р7',
        nice_to_have: 'р8',
        mandatory_tasks: 'р9',
        response_price: 5000,
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
          listing_id: order,
          user_id,
          response_text: 'Сделаю',
          ...columns,
          created_at: `2026-03-07T11:0${minute}:00Z`,
        })
        .execute()
    await db.insertInto('favorite_listings').values({ user_id: vera, listing_id: order }).execute()
    await db.insertInto('listing_views').values({ listing_id: order, views_count: 12 }).execute()
  })
}

const now = new Date('2026-03-08T10:00:00Z')

export async function insertUser(columns: Record<string, unknown>): Promise<number> {
  const { id } = await insertPerson(setup, { in_telegram: false })
  await setup.ctx.db
    .updateTable('users')
    .set({ full_name: 'Прохожий', ...columns })
    .where('id', '=', id)
    .execute()
  return id
}

export const contextOf = (id: number, language: 'ru' | 'en' = 'ru') =>
  ({
    ...setup.ctx,
    viewer: { id },
    language,
    disconnectSignal: () => new AbortController().signal,
  }) as UserContext

const author = () => ({
  id: anna,
  full_name: 'Анна',
  avatar_url: '/logo.png',
  photo_url: '/photo.png',
  logo_url: '/logo.png',
  rating: 4.5,
  rating_count: 2,
  orders_count: 3,
  completed_count: 7,
  posted_count: 3,
  country: 'Россия',
  city: 'Томск',
  description: 'Студия',
  category_id: 101,
  category: { id: 101, name: 'Сайты под ключ' },
  years_of_experience: 5,
  is_verified: false,
  is_free: false,
  is_client: true,
  is_contractor: false,
  created_at: expect.any(String),
  telegram_link: null,
})
/** Fields of both kinds of listings that a stranger can read. */
const sharedFields = () => ({
  category_id: 101,
  category: { id: 101, name: 'Сайты под ключ' },
  currency_id: 2,
  language: 'ru',
  currency: {
    id: 2,
    code: 'TON',
    symbol: expect.any(String),
    name: expect.any(String),
    icon_url: expect.toSatisfy((url) => url === null || typeof url === 'string'),
    rate_to_base: 300,
    rate_date: '2026-03-01',
  },
  is_remote: true,
  location: 'Томск',
  status: 'published',
  is_published: true,
  is_paid: true,
  is_archive: false,
  is_active: true,
  experience: 'y1_3',
  published_at: '2026-03-07T10:00:00Z',
  created_at: expect.any(String),
  expires_at: '2026-04-07T10:00:00Z',
  responses_count: 2,
  skills: ['Figma', 'Go'],
  is_owner: false,
  is_executor: false,
  views_count: 0,
  is_favorite: false,
  is_responded: false,
  my_response: null,
  author: author(),
  executor_id: null,
  executor: null,
  tags: [],
  hidden_reason: null,
  rejection_reason: null,
  resubmissions_left: 2,
  is_urgent: true,
  new_responses: 0,
  is_edit_pending: false,
  review_until: null,
  own_review: null,
  invitations: null,
  refund_price: null,
  audience: 'public',
  request_state: null,
  price_unit: null,
  chats: [],
  files: [],
  responses: [],
  reason: null,
  why: null,
  author_record: null,
  price: 2500,
  questions: [],
})
export const expectedOrder = () => {
  const { experience, location, ...sharedRest } = sharedFields()
  return {
    ...sharedRest,
    id: order,
    project_id: order,
    kind: 'order',
    title: 'Сайт для кофейни',
    client_id: anna,
    subtitle: 'Меню и карта',
    description: 'Меню и карта',
    min_stake: 1000,
    max_stake: 1500,
    response_stake: 99,
    boosts: undefined,
    payment_format: 'fixed',
    format: 'part_time',
    required_experience: experience,
    region: location,
    deadline: '2026-03-20T10:00:00Z',
    placement_period: 30,
    boost_slots_free: 2,
    boost_place: 2,
    is_boost_pending: false,
    views_count: 12,
    deal: null,
    tags: expect.toSatisfy((names: string[]) => names.toSorted().join() === 'Вывеска,Логотип'),
  }
}
export const expectedVacancy = () => {
  const { price, ...sharedRest } = sharedFields()
  return {
    ...sharedRest,
    id: vacancy,
    vacancy_id: vacancy,
    vacancies_id: vacancy,
    kind: 'vacancy',
    title: 'Верстальщик',
    author_id: anna,
    description: 'В студию на полдня',
    requirements: 'р1',
    responsibilities: 'р2',
    additional_info: 'р3',
    conditions: 'р4',
    work_conditions: 'р5',
    important_info: 'р6',
    important_notes: 'р7',
    nice_to_have: 'р8',
    mandatory_tasks: 'р9',
    keep_open: true,
    hourly_rate: price,
    response_price: 50,
    vacancy_tags: [],
    work_format: 'hourly',
    schedule: 'part_time',
    placement_period: 30,
  }
}

/** The page of a listing also shows the author's record, which is empty in this test. */
export const withPageFields = <T>(listing: T) => ({
  ...listing,
  author_record: { closed: 0, figures: null, paid_placements: 0 },
})
