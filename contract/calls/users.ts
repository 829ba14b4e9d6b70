import { z } from 'zod'
import { defineCalls } from './call.ts'
import { Confirmation } from './confirmation-shapes.ts'
import { Flag, Language, text } from './fields.ts'
import { readPeopleFilters } from './filter-names.ts'
import { byId, OptionalCallerId, UserId } from './ids.ts'
import { Order, Vacancy } from './listing-shapes.ts'
import { PeopleQuery } from './people-filters.ts'
import { AuthorRecord, FreelancerRecord, ListedUser, OwnUser, Profile } from './people-shapes.ts'
import { profileDetails } from './profile-shapes.ts'
import { Category, Done, foundPage } from './shapes.ts'

export const userCalls = defineCalls({
  'POST /api/users/get_all_users': {
    access: 'user',
    body: PeopleQuery,
    reads: readPeopleFilters,
    reply: foundPage(ListedUser).extend({ next_cursor: z.string().nullable() }),
    errors: ['invalid_input'],
    isReadOnly: true,
  },
  'GET /api/users/full_user_info': {
    access: 'user',
    query: z.object({ user_id: UserId }),
    reply: z.object({
      user: z.union([OwnUser, Profile]),
      record: z.object({ author: AuthorRecord, freelancer: FreelancerRecord }),
      ...profileDetails,
    }),
    errors: ['not_found'],
  },
  'GET /api/users/user_spec_list': { access: 'anyone', reply: z.array(Category), cache: true },
  'POST /api/users/freelancer_jobs': {
    access: { self: 'body.user_id' },
    body: z.object({
      user_id: OptionalCallerId,
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
    }),
    reply: z.object({
      user_category_name: z.string().nullable(),
      projects: z.array(Order),
      vacancies: z.array(Vacancy),
      /** Recommended freelancers if the caller is a client. A freelancer gets `projects` and `vacancies` instead. */
      freelancers: z.array(ListedUser),
    }),
    errors: ['not_owner'],
  },
  'POST /api/users/edit_user_role': {
    access: { self: 'query.user_id' },
    query: z.object({
      user_id: OptionalCallerId,
      is_client: Flag.optional(),
      is_contractor: Flag.optional(),
    }),
    reply: OwnUser,
    errors: ['not_owner'],
    added: 'the specification switches roles but names no call (#14)',
  },
  'POST /api/users/edit_user_ui_language': {
    access: { self: 'query.user_id' },
    query: z.object({ user_id: OptionalCallerId, ui_language: Language }),
    reply: OwnUser,
    errors: ['not_owner'],
    added: 'the server must know the language of its messages (#17, #38)',
  },
  'POST /api/users/verify-profile/:id': {
    access: { self: 'params.id' },
    params: byId(UserId),
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
  'POST /api/users/change_system_status': {
    access: 'admin',
    query: z.object({
      user_id: UserId,
      status: z.enum(['active', 'blocked']).optional(),
      reason: text(0, 1000).optional(),
    }),
    reply: Done.extend({ user_id: z.int(), status: z.enum(['active', 'blocked']) }),
    // For people who are not staff this call answers `forbidden`. The calls of /api/admin answer `not_found` to them.
    errors: ['forbidden', 'not_found', 'wrong_state'],
  },
  'DELETE /api/users/delete/:id': {
    access: 'user',
    params: byId(UserId),
    query: z.object({ force: Flag.default(false) }),
    /**
     * Confirmation that an admin must give in the bot before another person is deleted; null if no confirmation is
     * needed.
     */
    reply: z.object({ ok: z.boolean(), confirmation: Confirmation.nullable() }),
    errors: ['not_owner', 'not_found', 'executor_working', 'bot_unreachable'],
  },
})
