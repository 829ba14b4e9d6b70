import { z } from 'zod'
import { defineCalls } from './call.ts'
import { emptyAsNull, Flag, TimeOrDate } from './fields.ts'
import { readListingFilters } from './filter-names.ts'
import { ListingQuery } from './filters.ts'
import { byId, FileIds, OptionalCallerId, OrderId, ReceivedResponseId } from './ids.ts'
import { OrderFields, Tags } from './listing-fields.ts'
import { Order } from './listing-shapes.ts'
import { Counterpart } from './people-shapes.ts'
import { Done, foundPage } from './shapes.ts'

const NewOrder = OrderFields.required({ title: true, subtitle: true, category_id: true })
const orderCall = { params: byId(OrderId), reply: Order } as const
const ownerCall = { ...orderCall, access: { owner: 'params.id' } } as const
const visibleCall = { access: 'user', params: byId(OrderId), errors: ['not_found', 'removed'] } as const

export const orderCalls = defineCalls({
  'POST /api/projects': {
    access: 'user',
    body: ListingQuery,
    reads: readListingFilters,
    reply: foundPage(Order),
    isReadOnly: true,
  },
  'POST /api/projects/create': {
    access: 'user',
    body: z.object({
      project_add: NewOrder,
      tags: Tags.default([]),
      file_ids: FileIds,
      deadline: emptyAsNull(TimeOrDate).optional(),
    }),
    reply: Order,
    errors: ['not_found', 'too_many_posts'],
    idempotent: true,
  },
  'GET /api/projects/:id/full_info': { ...visibleCall, reply: Order },
  'GET /api/projects/:id/details': { ...visibleCall, reply: Order },
  'GET /api/projects/:id/author': { ...visibleCall, reply: Counterpart },
  'GET /api/projects/:id/tag': { ...visibleCall, reply: z.array(z.string()) },
  'PATCH /api/projects/:id': {
    ...ownerCall,
    body: OrderFields,
    errors: ['wrong_state', 'period_paid', 'category_dearer', 'payment_pending'],
    added: 'one edit of several fields instead of a call per field (#44)',
  },
  'POST /api/projects/resubmit/:id': {
    ...ownerCall,
    errors: ['wrong_state', 'resubmissions_over'],
    added: 'a rejected order is fixed and sent again free of charge (#112)',
  },
  'POST /api/projects/assign_executor/:id': {
    ...ownerCall,
    query: z.object({ response_id: ReceivedResponseId, reassign: Flag.default(false) }),
    errors: ['not_found', 'executor_chosen', 'wrong_state'],
  },
  'POST /api/projects/unassign_executor/:id': {
    ...ownerCall,
    errors: ['wrong_state', 'work_handed_in', 'work_returned'],
    added: 'an assignment that did not work out is taken back (#69)',
  },
  'POST /api/projects/complete/:id': {
    ...ownerCall,
    errors: ['wrong_state'],
    added: 'the author says that the work is done (#69)',
  },
  'POST /api/projects/close/:id': {
    ...ownerCall,
    errors: ['executor_working', 'wrong_state'],
    added: 'its author closes it without deleting it (4.9)',
  },
  'POST /api/projects/reopen/:id': {
    ...ownerCall,
    errors: ['wrong_state', 'not_paid'],
    added: 'what its author has closed comes back (4.9)',
  },
  'DELETE /api/projects/delete': {
    access: { owner: 'body.project_id', self: 'body.client_id' },
    body: z.object({ project_id: OrderId, client_id: OptionalCallerId }),
    reply: Done,
    errors: ['executor_working', 'wrong_state'],
  },
})
