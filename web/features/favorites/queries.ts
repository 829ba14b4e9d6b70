import { query } from '#web/client/query.ts'

export const favouriteOrders = () => query('POST /favorites/get_projects', { body: {} })
export const favouriteVacancies = () => query('POST /favorites/get_vacancies', { body: {} })
export const favouritePeople = () => query('POST /favorites/get_users', { body: {} })
