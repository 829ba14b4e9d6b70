import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Flag } from './fields.ts'
import { readListingFilters } from './filter-names.ts'
import { ListingQuery } from './filters.ts'
import { byId, FileIds, OptionalCallerId, ReceivedResponseId, VacancyId } from './ids.ts'
import { Tags, VacancyFields } from './listing-fields.ts'
import { Vacancy } from './listing-shapes.ts'
import { Counterpart } from './people-shapes.ts'
import { Done, foundPage } from './shapes.ts'

const NewVacancy = VacancyFields.required({ title: true, description: true })
const vacancyCall = { params: byId(VacancyId), reply: Vacancy } as const
const ownerCall = { ...vacancyCall, access: { owner: 'params.id' } } as const
const visibleCall = { access: 'user', params: byId(VacancyId), errors: ['not_found', 'removed'] } as const

export const vacancyCalls = defineCalls({
  'POST /api/vacancy': {
    access: 'user',
    body: ListingQuery,
    reads: readListingFilters,
    reply: foundPage(Vacancy),
    isReadOnly: true,
  },
  'POST /api/vacancy/create': {
    access: 'user',
    body: z.object({ vacancy: NewVacancy, tags: Tags.default([]), file_ids: FileIds }),
    reply: Vacancy,
    errors: ['not_found', 'too_many_posts'],
    idempotent: true,
  },
  'GET /api/vacancy/:id/full_info': { ...visibleCall, reply: Vacancy },
  'GET /api/vacancy/:id/details': { ...visibleCall, reply: Vacancy },
  'GET /api/vacancy/:id/author': { ...visibleCall, reply: Counterpart },
  'GET /api/vacancy/:id/tag': { ...visibleCall, reply: z.array(z.string()) },
  'PATCH /api/vacancy/:id': {
    ...ownerCall,
    body: VacancyFields,
    errors: ['wrong_state', 'period_paid', 'category_dearer', 'payment_pending'],
    added: 'one edit of several fields instead of a call per field (#44)',
  },
  'POST /api/vacancy/resubmit/:id': {
    ...ownerCall,
    errors: ['wrong_state', 'resubmissions_over'],
    added: 'a rejected vacancy is fixed and sent again free of charge (#112)',
  },
  'POST /api/vacancy/assign_executor/:id': {
    ...ownerCall,
    query: z.object({ response_id: ReceivedResponseId, reassign: Flag.default(false) }),
    errors: ['not_found', 'executor_chosen', 'wrong_state'],
  },
  'POST /api/vacancy/unassign_executor/:id': {
    ...ownerCall,
    errors: ['wrong_state'],
    added: 'hiring that did not work out is taken back (#69)',
  },
  'POST /api/vacancy/complete/:id': {
    ...ownerCall,
    errors: ['wrong_state'],
    added: 'the author says that the vacancy is filled (#69)',
  },
  'POST /api/vacancy/close/:id': {
    ...ownerCall,
    errors: ['executor_working', 'wrong_state'],
    added: 'its author closes it without deleting it (4.9)',
  },
  'POST /api/vacancy/reopen/:id': {
    ...ownerCall,
    errors: ['wrong_state', 'not_paid'],
    added: 'what its author has closed comes back (4.9)',
  },
  'DELETE /api/vacancy/:id': {
    access: { owner: 'params.id', self: 'query.author_id' },
    params: byId(VacancyId),
    query: z.object({ author_id: OptionalCallerId }),
    reply: Done,
    errors: ['executor_working', 'wrong_state'],
  },
})
