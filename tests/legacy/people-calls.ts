import type { Step, World } from './step.ts'

/** Steps that search for people and verify them. */
export const peopleSteps: Step[] = [
  {
    call: 'POST /api/users/verify-profile/{id}',
    as: 'vera',
    id: (world) => world.vera,
    answer: { is_verified: false, status: 'pending' },
    effect: {
      read: (world) => `/api/users/full_user_info?user_id=${world.vera}`,
      expected: { user: { is_verified: false } },
    },
  },
  {
    call: 'POST /api/users/get_all_users',
    as: 'anna',
    body: () => ({ filters: { category_id: 101 }, pagination: { per_page: 10, page: 1 } }),
    answer: (world: World) => ({
      items: [{ id: world.boris, full_name: 'Борис Макетов', is_favorite: false }],
      pagination: { page: 1, per_page: 10, total: 1, pages: 1 },
    }),
  },
  {
    call: 'GET /api/users/full_user_info',
    as: 'anna',
    query: (world) => ({ user_id: world.boris }),
    answer: (world: World) => ({
      user: { id: world.boris, full_name: 'Борис Макетов', rating: null, rating_count: 0, is_verified: true },
      user_spec: { id: 101 },
      portfolio_file: { format_file: 'png' },
      portfolio_links: [],
      skills: [],
      social_links: { vk: 'https://vk.com/boris' },
      languages_info: [],
    }),
  },
]

/** Steps that block people and delete accounts, at the end of the replay. */
export const leavingSteps: Step[] = [
  {
    call: 'POST /api/users/change_system_status',
    as: 'olga',
    query: (world) => ({ user_id: world.vera }),
    answer: { status: 'blocked' },
    effect: {
      read: (world) => `/api/users/full_user_info?user_id=${world.vera}`,
      as: 'vera',
      expected: { code: 'blocked' },
    },
  },
  {
    call: 'POST /api/users/change_system_status',
    as: 'olga',
    query: (world) => ({ user_id: world.vera }),
    answer: { status: 'active' },
    effect: {
      read: (world) => `/api/users/full_user_info?user_id=${world.vera}`,
      as: 'anna',
      expected: { user: { country: 'Россия' } },
    },
  },
  {
    call: 'DELETE /api/users/delete/{id}',
    as: 'gleb',
    id: (world) => world.gleb,
    answer: { ok: true },
    effect: {
      read: (world) => `/api/users/full_user_info?user_id=${world.gleb}`,
      as: 'anna',
      expected: { code: 'not_found' },
    },
  },
]
