import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, jobTypes, paymentFormats, workLanguages } from '../options.ts'
import { defineCalls } from './call.ts'
import { ById, FileIds, Flag, Hint, Id, Link, Moment, Money, text } from './fields.ts'
import { ListingQuery } from './filters.ts'
import { Done, Order, OwnResponse, page, Response } from './shapes.ts'

/** Fields of an order that its author may write; what is not sent keeps its value or the column's default. */
export const OrderFields = z
  .object({
    title: text(limits.title.min, limits.title.max),
    subtitle: text(limits.description.min, limits.description.max),
    category_id: Id,
    price: Money.nullable(),
    min_stake: Money.nullable(),
    max_stake: Money.nullable(),
    currency_id: Id,
    payment_format: z.enum(paymentFormats),
    format: z.enum(jobTypes),
    required_experience: z.enum(Object.keys(experience) as [keyof typeof experience]).nullable(),
    region: text(0, 120).nullable(),
    language: z.enum(workLanguages).nullable(),
    is_remote: Flag,
    is_urgent: Flag,
    placement_period: z.coerce.number().int().min(1).max(limits.placementDays.max),
    deadline: Moment.nullable(),
    tags: z.array(text(1, limits.tags.length)).max(limits.tags.count),
  })
  .partial()

const NewOrder = OrderFields.required({ title: true, subtitle: true, category_id: true })

/** What a freelancer writes; `response_type` 20 asks for a paid boost, which is charged after saving. */
export const NewResponse = z.object({
  project_id: Id.optional(),
  vacancy_id: Id.optional(),
  author_id: Hint,
  response_text: text(1, limits.responseText.max),
  price: Money.nullable().optional(),
  currency: z.union([Id, z.string().max(8)]).optional(),
  response_type: z.coerce
    .number()
    .pipe(z.union([z.literal(20), z.literal(200)]))
    .default(200),
  materials_link: z.preprocess((value) => (value === '' ? null : value), Link.nullable().optional()),
  with_resume: Flag.default(false),
})

export const orderCalls = defineCalls({
  'POST /api/projects': { access: 'user', body: ListingQuery, reply: page(Order) },
  'POST /api/projects/create': {
    access: 'user',
    body: z.object({
      project_add: NewOrder,
      tags: z.array(text(1, limits.tags.length)).max(limits.tags.count).default([]),
      file_ids: FileIds,
      deadline: Moment.nullable().optional(),
    }),
    reply: Order,
    errors: ['not_found', 'too_many_posts'],
    idempotent: true,
  },
  'GET /api/projects/:id/full_info': { access: 'user', params: ById, reply: Order, errors: ['not_found'] },
  'PATCH /api/projects/:id': {
    access: { owner: 'params.id' },
    params: ById,
    body: OrderFields,
    reply: Order,
    errors: ['on_moderation', 'wrong_state'],
    added: 'one edit of several fields instead of a call per field (#44)',
  },
  'POST /api/projects/resubmit/:id': {
    access: { owner: 'params.id' },
    params: ById,
    reply: Order,
    errors: ['wrong_state', 'resubmissions_over'],
    added: 'a rejected order is fixed and sent again free of charge (#112)',
  },
  'POST /api/projects/edit_project_show': {
    access: 'user',
    body: z.object({ project_id: Id, user_id: Id.optional() }),
    reply: Done,
    errors: ['not_found'],
  },
  'DELETE /api/projects/delete': {
    access: { owner: 'body.project_id', self: 'body.client_id' },
    body: z.object({ project_id: Id, client_id: Hint }),
    reply: Done,
    errors: ['executor_working', 'wrong_state'],
  },
  'POST /api/projects/add_resp': {
    access: 'verified',
    body: z.object({ response: NewResponse.extend({ project_id: Id }), file_ids: FileIds }),
    reply: Response.extend({
      place: z.int(),
      payment_url: z.string().nullable(),
      place_after_payment: z.int().nullable(),
    }),
    errors: [
      'not_found',
      'own_listing',
      'verification_required',
      'already_responded',
      'executor_chosen',
      'listing_closed',
      'too_many_responses',
    ],
    idempotent: true,
  },
  'GET /api/projects/:id/responses': {
    access: 'user',
    params: ById,
    reply: z.array(Response),
    errors: ['not_found'],
  },
  'GET /api/projects/my_responses': { access: 'user', reply: z.array(OwnResponse) },
})
