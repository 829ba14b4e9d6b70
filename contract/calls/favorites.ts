import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Hint, Id } from './fields.ts'
import { Done, Order, Vacancy } from './shapes.ts'

const project = z.object({ project_id: Id, author_id: Hint })
const vacancy = z.object({ vacancy_id: Id, author_id: Hint })

export const favoriteCalls = defineCalls({
  'POST /favorites/add_project': { access: 'user', body: project, reply: Done, errors: ['not_found'] },
  'POST /favorites/add_vacancy': { access: 'user', body: vacancy, reply: Done, errors: ['not_found'] },
  'DELETE /favorites/delete_project': { access: 'user', body: project, reply: Done },
  'DELETE /favorites/delete_vacancy': { access: 'user', body: vacancy, reply: Done },
  'POST /favorites/get_projects': {
    access: 'user',
    body: z.object({ author_id: Hint }),
    reply: z.array(Order),
  },
  'POST /favorites/get_vacancies': {
    access: 'user',
    body: z.object({ author_id: Hint }),
    reply: z.array(Vacancy),
  },
})
