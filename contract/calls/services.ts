import { z } from 'zod'
import { limits } from '../limits.ts'
import { serviceSortings } from '../options.ts'
import { defineCalls } from './call.ts'
import { emptyAsUnchanged, Flag, Money, oneOrMany, TimeOrDate, text } from './fields.ts'
import { byId, FileIds, OfferedServiceId, ReferenceId, ServiceId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { FreelancerRecord, PublicUser } from './people-shapes.ts'
import { Work } from './profile-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { RequestTerms } from './service-request-shapes.ts'
import { Currency, cursorList, Done, Ref, Terms } from './shapes.ts'

const addedReason = 'a service is found and ordered like a listing (amendment "services", 4.9)'

/** Reasons why the viewer cannot order a service now. Blocks are not among them: such a service is not found. */
export const orderRefusals = [
  'own_service',
  'verification_required',
  'service_closed',
  'already_requested',
  'requests_full',
  'too_many_service_requests',
] as const

export type OrderRefusal = (typeof orderRefusals)[number]

/** A service in a list. */
export const ListedService = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  /** Null if the price is by agreement. */
  price: Amount.nullable(),
  currency: Currency,
  unit: Terms.nullable(),
  /** Days from the acceptance to the finished work; null means by agreement. */
  days: z.int().nullable(),
  category: Ref.nullable(),
  pictures: z.array(Work),
  /** Number of completed orders of the service. */
  ordered_count: z.int(),
  is_closed: z.boolean(),
  freelancer: PublicUser,
  /** Minutes in which the freelancer usually replies; null unless known. */
  reply_minutes: z.int().nullable(),
})

/** The page of a service. */
export const ServicePage = ListedService.extend({
  /** Questions that the client must answer. Without questions the client describes the task in one text. */
  questions: z.array(z.string()),
  /** Time until which the owner takes no requests; null while the service is open. */
  closed_until: Time.nullable(),
  freelancer: PublicUser.extend({ is_favorite: z.boolean() }),
  is_owner: z.boolean(),
  record: FreelancerRecord,
  /** Open request of the viewer for this service. */
  my_request_id: z.int().nullable(),
  refusal: z.enum(orderRefusals).nullable(),
})

const ServiceFilters = z.object({
  query: emptyAsUnchanged(text(0, limits.search.max)),
  category_id: emptyAsUnchanged(oneOrMany(ReferenceId)),
  /** Ends of the price in major units of the given currency, roubles by default. Other currencies are converted. */
  price_from: emptyAsUnchanged(Money),
  price_to: emptyAsUnchanged(Money),
  currency_id: emptyAsUnchanged(ReferenceId),
  /** Most days that the work may take. */
  days_to: emptyAsUnchanged(z.coerce.number().pipe(z.int().min(1).max(limits.services.days))),
  sort: z.enum(serviceSortings).default('fitting'),
  /** True to search by the words as they are typed, even if they find nothing. */
  is_exact: Flag.default(false),
})

export const ServiceQuery = ListRequest.extend(ServiceFilters.shape)
export type ServiceQuery = z.output<typeof ServiceQuery>

export const serviceCalls = defineCalls({
  'GET /api/services': {
    access: 'user',
    query: ServiceQuery,
    reply: cursorList(ListedService).extend({
      /** True if there are more than `total`, which is counted up to a limit. */
      is_capped: z.boolean(),
      /** Words by which the page was found, if the words as typed found nothing or little; absent otherwise. */
      corrected: z.string().optional(),
    }),
    errors: ['invalid_input'],
    added: addedReason,
  },
  'GET /api/services/:id': {
    access: 'user',
    params: byId(OfferedServiceId),
    reply: ServicePage,
    errors: ['not_found'],
    added: addedReason,
  },
  'PUT /api/services/:id/closed': {
    access: 'user',
    params: byId(ServiceId),
    /** Time until which no requests are taken, at most `limits.services.closedDays` ahead; null opens the service. */
    body: z.object({ until: TimeOrDate.nullable() }),
    reply: ServicePage,
    errors: ['not_found'],
    added: 'a freelancer takes no requests for a while',
  },
  'POST /api/services/:id/requests': {
    access: 'verified',
    params: byId(OfferedServiceId),
    body: RequestTerms.extend({
      /** One answer to each question of the service, in its order; a single text for a service without questions. */
      answers: z
        .array(
          z.object({
            question: text(0, limits.services.question),
            answer: text(1, limits.serviceRequests.answer),
          }),
        )
        .min(1)
        .max(limits.services.questions),
      file_ids: FileIds,
    }),
    reply: Done.extend({ id: z.int() }),
    errors: [
      'not_found',
      'own_service',
      'blocked_pair',
      'verification_required',
      'service_closed',
      'already_requested',
      'requests_full',
      'too_many_service_requests',
      'terms_changed',
      'words_not_allowed',
    ],
    idempotent: true,
    added: 'a client asks one freelancer for a service, without a publication',
  },
})
