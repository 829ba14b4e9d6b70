import { api } from '#web/client/http/api.ts'
import { pages } from '#web/client/query.ts'

/** API calls of favourites, by kind. */
export const favouriteCalls = {
  order: 'GET /favorites/projects',
  vacancy: 'GET /favorites/vacancies',
  user: 'GET /favorites/users',
} as const

export const favouriteOrders = () =>
  pages([favouriteCalls.order], (cursor, signal) =>
    api(favouriteCalls.order, { query: { cursor } }, { signal }),
  )
export const favouriteVacancies = () =>
  pages([favouriteCalls.vacancy], (cursor, signal) =>
    api(favouriteCalls.vacancy, { query: { cursor } }, { signal }),
  )
export const favouritePeople = () =>
  pages([favouriteCalls.user], (cursor, signal) =>
    api(favouriteCalls.user, { query: { cursor } }, { signal }),
  )
