import { z } from 'zod'
import { declineReasons } from '../lifecycle.ts'
import { limits } from '../limits.ts'
import { responseGroups, responseSortings } from '../options.ts'
import { defineCalls } from './call.ts'
import { emptyAsUnchanged, Flag, text } from './fields.ts'
import {
  byId,
  FileIds,
  Id,
  ListingId,
  OptionalCallerId,
  OrderId,
  ReceivedResponseId,
  ResponseId,
  TemplateId,
  VacancyId,
} from './ids.ts'
import { NewResponse, ResponseFields } from './listing-fields.ts'
import { OwnResponse, Response, ResponseStory } from './listing-shapes.ts'
import { ListRequest } from './page-request.ts'
import { Time } from './scalars.ts'
import { Done } from './shapes.ts'

export const OrderResponse = NewResponse.extend({ project_id: OrderId })
export const VacancyResponse = NewResponse.extend({ vacancy_id: VacancyId })

/**
 * Calls that send a response. A client sends the response's fields inside `response` or at the top of the body (#96).
 */
const respondCall = {
  access: 'verified',
  reply: Response.extend({
    place: z.int(),
    payment_url: z.string().nullable(),
    place_after_payment: z.int().nullable(),
    /** Advice that would improve the response: `no_resume` suggests adding a resume. */
    hint: z.enum(['no_resume']).nullable(),
  }),
  errors: [
    'not_found',
    'blocked_pair',
    'own_listing',
    'verification_required',
    'already_responded',
    'executor_chosen',
    'listing_closed',
    'too_many_responses',
    'template_unchanged',
    'answers_missing',
  ],
  idempotent: true,
} as const

/**
 * Lists of a listing's responses without pages: boosted, selected and latest responses, 200 in all. The listing itself
 * states the total number in `responses_count`.
 */
const list = { access: 'user', reply: z.array(Response), errors: ['not_found'] } as const
/** A page of the responses to a listing, for its author. */
export const ResponsePage = z.object({
  items: z.array(Response),
  /** Number of responses in each group. */
  total: z.object({ all: z.int(), shortlisted: z.int(), declined: z.int() }),
  next_cursor: z.string().nullable(),
})
/** A page of the caller's responses to orders or vacancies, newest first. */
export const OwnResponsePage = z.object({
  items: z.array(OwnResponse),
  total: z.object({ current: z.int(), archived: z.int() }),
  next_cursor: z.string().nullable(),
})
const Template = z.object({ id: z.int(), body: z.string(), created_at: Time })
const templates = 'own beginnings of responses, which must be rewritten by a third to be sent'
const oneResponse = {
  access: 'user',
  params: byId(ResponseId),
  reply: Response,
  errors: ['not_found', 'wrong_state'],
} as const
const byAuthor = {
  ...oneResponse,
  params: byId(ReceivedResponseId),
  errors: ['not_found', 'not_owner', 'wrong_state'],
} as const

export const responseCalls = defineCalls({
  'POST /api/projects/add_resp': {
    ...respondCall,
    body: z.object({
      ...OrderResponse.partial().shape,
      response: OrderResponse.optional(),
      file_ids: FileIds,
    }),
  },
  'POST /api/vacancy/add_resp': {
    ...respondCall,
    body: z.object({
      ...VacancyResponse.partial().shape,
      response: VacancyResponse.optional(),
      file_ids: FileIds,
    }),
  },
  'GET /api/projects/:id/responses': { ...list, params: byId(OrderId) },
  'GET /api/projects/responses/:id': { ...list, params: byId(OrderId) },
  'GET /api/vacancy/:id/responses': { ...list, params: byId(VacancyId) },
  'GET /api/vacancy/responses/:id': { ...list, params: byId(VacancyId) },
  'GET /api/listings/:id/responses': {
    access: 'user',
    params: byId(ListingId),
    query: ListRequest.extend({
      sort: z.enum(responseSortings).default('default'),
      group: z.enum(responseGroups).default('all'),
    }),
    reply: ResponsePage,
    errors: ['not_found'],
    added: 'the list of a popular listing is longer than a phone and a server can bear at once',
  },
  'POST /api/listings/:id/responses/seen': {
    access: { owner: 'params.id' },
    params: byId(ListingId),
    /** Responses that were on the screen. Ids of responses to other listings are ignored. */
    body: z.object({ response_ids: z.array(Id).min(1).max(limits.seenResponses.count) }),
    reply: Done,
    added: 'the app tells in small batches what was half on the screen for a second (#76)',
  },
  'GET /api/responses': {
    access: 'user',
    query: ListRequest.extend({ kind: z.enum(['order', 'vacancy']), is_archive: Flag.default(false) }),
    reply: OwnResponsePage,
    added: 'own lists have pages and a total (#105)',
  },
  'GET /api/projects/my_responses': { access: 'user', reply: z.array(OwnResponse) },
  'GET /api/vacancy/responses/my': { access: 'user', reply: z.array(OwnResponse) },
  'POST /api/projects/edit_project_show': {
    access: 'user',
    body: z.object({ project_id: OrderId, user_id: OptionalCallerId }),
    reply: Done,
    errors: ['not_found'],
  },
  'POST /api/vacancy/edit_vacancy_show': {
    access: 'user',
    body: z.object({ vacancy_id: VacancyId, user_id: OptionalCallerId }),
    reply: Done,
    errors: ['not_found'],
  },
  'GET /api/responses/today': {
    access: 'user',
    reply: z.object({ limit: z.int(), left: z.int(), answered: z.int(), spam: z.int() }),
    added: 'how many responses a person has left, and why so many',
  },
  'GET /api/response_templates': { access: 'user', reply: z.array(Template), added: templates },
  'POST /api/response_templates': {
    access: 'user',
    body: z.object({ body: text(1, limits.responseText.max) }),
    reply: Template,
    errors: ['list_full'],
    idempotent: true,
    added: templates,
  },
  'DELETE /api/response_templates/:id': {
    access: 'user',
    params: byId(TemplateId),
    reply: Done,
    errors: ['not_found'],
    added: templates,
  },
  'GET /api/responses/:id': {
    ...oneResponse,
    errors: ['not_found'],
    added: 'one response by its own id (#73)',
  },
  'GET /api/responses/:id/story': {
    ...oneResponse,
    reply: ResponseStory,
    errors: ['not_found'],
    added: 'who responded reads what became of it, step by step (#88)',
  },
  'POST /api/responses/:id/edit': {
    ...oneResponse,
    body: ResponseFields.partial(),
    errors: ['not_found', 'wrong_state', 'template_unchanged'],
    added: 'a response is its author’s until it is read (#104)',
  },
  'POST /api/responses/:id/withdraw': { ...oneResponse, added: 'a response can be taken back (#104)' },
  'POST /api/responses/:id/archive': {
    ...oneResponse,
    body: z.object({ is_archive: Flag.optional() }),
    added: 'the specification has the flag but names no call (#104)',
  },
  'POST /api/responses/:id/shortlist': {
    ...byAuthor,
    added: 'the author keeps a response in sight (#88)',
  },
  'POST /api/responses/:id/not_copy': {
    ...byAuthor,
    added: 'the author says that nothing is wrong with a response that was noticed',
  },
  'POST /api/responses/:id/decline': {
    ...byAuthor,
    body: z.object({ reason: emptyAsUnchanged(z.enum(declineReasons)) }),
    added: 'the freelancer learns of a refusal and its reason (#88)',
  },
})
