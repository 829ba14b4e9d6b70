import { z } from 'zod'
import { defineCalls } from './call.ts'
import { OptionalCallerId, OrderId, UserId, VacancyId } from './ids.ts'
import { Order, Vacancy } from './listing-shapes.ts'
import { ListRequest } from './page-request.ts'
import { ListedUser } from './people-shapes.ts'
import { cursorList, Done } from './shapes.ts'

const project = z.object({ project_id: OrderId, author_id: OptionalCallerId })
const vacancy = z.object({ vacancy_id: VacancyId, author_id: OptionalCallerId })
const user = z.object({ user_id: UserId, author_id: OptionalCallerId })
const pagedReason = 'own lists have pages and a total (#105)'
const addedReason = 'people can be favourites, but the calls are not named (#134)'

export const favoriteCalls = defineCalls({
  'POST /favorites/add_project': { access: 'user', body: project, reply: Done, errors: ['not_found'] },
  'POST /favorites/add_vacancy': { access: 'user', body: vacancy, reply: Done, errors: ['not_found'] },
  'DELETE /favorites/delete_project': { access: 'user', body: project, reply: Done },
  'DELETE /favorites/delete_vacancy': { access: 'user', body: vacancy, reply: Done },
  'POST /favorites/get_projects': {
    access: 'user',
    body: z.object({ author_id: OptionalCallerId }),
    reply: z.array(Order),
  },
  'POST /favorites/get_vacancies': {
    access: 'user',
    body: z.object({ author_id: OptionalCallerId }),
    reply: z.array(Vacancy),
  },
  'POST /favorites/add_user': {
    access: 'user',
    body: user,
    reply: Done,
    errors: ['not_found'],
    added: addedReason,
  },
  'DELETE /favorites/delete_user': { access: 'user', body: user, reply: Done, added: addedReason },
  'GET /favorites/projects': {
    access: 'user',
    query: ListRequest,
    reply: cursorList(Order),
    added: pagedReason,
  },
  'GET /favorites/vacancies': {
    access: 'user',
    query: ListRequest,
    reply: cursorList(Vacancy),
    added: pagedReason,
  },
  'GET /favorites/users': {
    access: 'user',
    query: ListRequest,
    reply: cursorList(ListedUser),
    added: pagedReason,
  },
  'POST /favorites/get_users': {
    access: 'user',
    body: z.object({ author_id: OptionalCallerId }),
    reply: z.array(ListedUser),
    added: addedReason,
  },
})
