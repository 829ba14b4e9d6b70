import { defineCalls } from './call.ts'
import { ById } from './fields.ts'
import { ListingQuery } from './filters.ts'
import { page, Vacancy } from './shapes.ts'

export const vacancyCalls = defineCalls({
  'POST /api/vacancy': { access: 'user', body: ListingQuery, reply: page(Vacancy) },
  'GET /api/vacancy/:id/full_info': { access: 'user', params: ById, reply: Vacancy, errors: ['not_found'] },
})
