import { z } from 'zod'
import { inviteDeclines } from '../invitations.ts'
import { limits } from '../limits.ts'
import { requestSides } from '../service-requests.ts'
import { type Call, defineCalls } from './call.ts'
import { emptyAsUnchanged, Money, text } from './fields.ts'
import { byId, ServiceRequestId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { ListedRequest, ServiceRequest } from './service-request-shapes.ts'
import { cursorList } from './shapes.ts'

const addedReason = 'a request for a service ends in an answer (amendment "services", 4.9)'

const one = {
  access: 'user',
  params: byId(ServiceRequestId),
  reply: ServiceRequest,
  errors: ['not_found'],
  added: addedReason,
} as const satisfies Call
/** Each act is one side's; for the other side and in any other state it answers `wrong_state`. */
const act = { ...one, errors: ['not_found', 'wrong_state'] } as const satisfies Call

/** Requests for services. Everybody but the two sides and the staff gets `not_found`. */
export const serviceRequestCalls = defineCalls({
  'GET /api/service_requests': {
    access: 'user',
    query: ListRequest.extend({ side: z.enum(requestSides) }),
    /** Requests of one's own side, waiting ones first, then the newest. `waiting`: those that wait for the caller. */
    reply: cursorList(ListedRequest).extend({ waiting: z.int() }),
    errors: ['invalid_input'],
    added: addedReason,
  },
  'GET /api/service_requests/:id': one,
  'PUT /api/service_requests/:id/seen': one,
  'POST /api/service_requests/:id/accept': {
    ...act,
    /**
     * Price that the caller saw; null by agreement. The freelancer accepts the client's offer, the client the
     * freelancer's other price.
     */
    body: z.object({ price: Money.nullable() }),
    errors: ['not_found', 'wrong_state', 'terms_changed'],
  },
  'POST /api/service_requests/:id/counter': {
    ...act,
    /** The freelancer's other price, once per request. It is a new offer of seven days, for which the client answers. */
    body: z.object({
      price: Money.refine((price) => price > 0, 'amount'),
      /** Days; absent if they stay. */
      days: emptyAsUnchanged(z.int().min(1).max(limits.services.days)),
      reason: emptyAsUnchanged(text(1, limits.serviceRequests.reason)),
    }),
    errors: ['not_found', 'wrong_state', 'words_not_allowed'],
  },
  'POST /api/service_requests/:id/decline': {
    ...act,
    body: z.object({ reason: emptyAsUnchanged(z.enum(inviteDeclines)) }),
  },
  'POST /api/service_requests/:id/withdraw': act,
})
