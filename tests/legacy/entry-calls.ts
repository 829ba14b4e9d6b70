import { expect } from 'vitest'
import type { Name, Step, World } from './step.ts'

const list = expect.arrayContaining([
  expect.objectContaining({ id: 101, name: expect.any(String), parent_id: expect.any(Number) }),
])
const tree = expect.arrayContaining([
  expect.objectContaining({ children: expect.arrayContaining([expect.objectContaining({ id: 101 })]) }),
])

/** Calls for reference data, which the app makes before the login. */
export const referenceSteps: Step[] = [
  {
    call: 'GET /api/app/get_currencies',
    answer: expect.arrayContaining([
      expect.objectContaining({ id: 1, code: 'RUB', symbol: '₽', name: expect.any(String) }),
      expect.objectContaining({ code: 'TON' }),
    ]),
  },
  {
    call: 'GET /api/all_terms',
    answer: expect.arrayContaining([
      expect.objectContaining({ id: 1, name: expect.any(String), description: expect.any(String) }),
    ]),
  },
  { call: 'GET /api/user_spec_list', answer: list },
  { call: 'GET /api/all_categories', answer: list },
  { call: 'GET /api/all_categories/tree', answer: tree },
  { call: 'GET /api/category/{id}', id: () => 101, answer: { id: 101, name: expect.any(String) } },
  { call: 'GET /api/all_vacancies', answer: list },
  { call: 'GET /api/all_vacancies/tree', answer: tree },
]

/** Returns the user object of the specification as a client fills it in for a new person. */
function userObject(telegram_id: number) {
  return {
    telegram_id,
    username: 'somebody',
    full_name: `Человек ${telegram_id}`,
    photo_url: null,
    country: 'Россия',
    city: null,
    category_id: null,
    currency_id: 1,
    description: '',
    is_client: false,
    is_contractor: true,
    is_verified: true,
    rating: 5,
    social_links: {},
    languages_info: [],
  }
}

/** Steps that find or create the person and then log in. */
export function entrySteps(name: Name, telegram_id: number): Step[] {
  return [
    {
      call: 'POST /api/users/check',
      as: name,
      query: () => ({ telegram_id }),
      answer: { exists: false, user: null },
    },
    {
      call: 'POST /api/users/create',
      as: name,
      body: () => userObject(telegram_id),
      answer: {
        id: expect.any(Number),
        telegram_id,
        full_name: `Человек ${telegram_id}`,
        country: 'Россия',
        currency_id: 1,
        is_contractor: true,
        is_client: false,
        is_verified: false,
        rating: null,
      },
      keep: { [name]: 'id' },
    },
    {
      call: 'POST /auth/login',
      as: name,
      body: (world: World) => ({ id: world[name], telegram_id }),
      answer: { tokens: { access_token: expect.any(String) } },
      ...(name === 'boris' && { meanwhile: 'phone of boris' as const }),
      effect: {
        read: (world) => `/api/users/full_user_info?user_id=${world[name]}`,
        expected: { user: { telegram_id, full_name: `Человек ${telegram_id}`, country: 'Россия' } },
      },
    },
  ]
}
