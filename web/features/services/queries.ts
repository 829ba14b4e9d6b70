import { limits } from '#contract/limits.ts'
import { api, type InputOf, type ReplyOf } from '#web/client/http/api.ts'
import { pages, query } from '#web/client/query.ts'

/** A service on its page. */
export type Service = ReplyOf<'GET /api/services/:id'>
export type FoundService = ReplyOf<'GET /api/services'>['items'][number]
export type ServiceQuery = NonNullable<NonNullable<InputOf<'GET /api/services'>>['query']>

export const service = (id: number) => query('GET /api/services/:id', { params: { id } })

/** Pages of services by cursor. */
export const searchServices = (search: ServiceQuery) =>
  pages(['GET /api/services', 'pages', search], (cursor, signal) =>
    api('GET /api/services', { query: { ...search, per_page: limits.page.size, cursor } }, { signal }),
  )

export const countServices = (search: ServiceQuery) =>
  query('GET /api/services', { query: { ...search, per_page: 1 } })
