import { z } from 'zod'
import { defineCalls } from './call.ts'
import { ById, Flag, Id, Language, ReferenceId } from './fields.ts'
import { Counterpart, Done, Order, OwnUser, Vacancy } from './shapes.ts'

export const userCalls = defineCalls({
  'GET /api/users/full_user_info': {
    access: 'user',
    query: z.object({ user_id: Id }),
    reply: z.object({ user: z.union([OwnUser, Counterpart]) }),
    errors: ['not_found'],
  },
  'POST /api/users/freelancer_jobs': {
    access: { self: 'body.user_id' },
    body: z.object({
      user_id: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    reply: z.object({
      user_category_name: z.string().nullable(),
      projects: z.array(Order),
      vacancies: z.array(Vacancy),
    }),
    errors: ['not_owner'],
  },
  'POST /api/users/edit_user_role': {
    access: { self: 'query.user_id' },
    query: z.object({ user_id: Id, is_client: Flag.optional(), is_contractor: Flag.optional() }),
    reply: OwnUser,
    errors: ['not_owner'],
    added: 'the specification switches roles but names no call (#14)',
  },
  'POST /api/users/edit_user_ui_language': {
    access: { self: 'query.user_id' },
    query: z.object({ user_id: Id, ui_language: Language }),
    reply: OwnUser,
    errors: ['not_owner'],
    added: 'the server must know the language of its messages (#17, #38)',
  },
  'POST /api/users/edit_user_is_notify_new_order': {
    access: { self: 'query.user_id' },
    query: z.object({ user_id: Id, is_notify_new_order: Flag }),
    reply: OwnUser,
    errors: ['not_owner'],
  },
  'POST /api/users/change_user_spec/:id': {
    access: { self: 'params.id' },
    params: ById,
    query: z.object({ category_id: ReferenceId }),
    reply: OwnUser,
    errors: ['not_owner', 'not_found'],
  },
  'POST /api/users/verify-profile/:id': {
    access: { self: 'params.id' },
    params: ById,
    body: z.object({ contact: z.string().max(4096).optional() }),
    reply: z.object({
      is_verified: z.boolean(),
      status: z.enum(['none', 'pending', 'confirmed', 'conflict']),
    }),
    errors: ['not_owner', 'phone_taken'],
  },
  'POST /api/app/write_access': {
    access: 'user',
    reply: Done,
    added: 'the app tells that the person allowed the bot to write (#168)',
  },
})
