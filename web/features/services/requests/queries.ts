import { limits } from '#contract/limits.ts'
import type { RequestSide } from '#contract/service-requests.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { cachedForever, pages, query } from '#web/client/query.ts'

export const requestsCall = 'GET /api/service_requests'
const requestCall = 'GET /api/service_requests/:id'

/** A request for a service on its page. */
export type ServiceRequest = ReplyOf<typeof requestCall>
export type ListedRequest = ReplyOf<typeof requestsCall>['items'][number]

/** Polling interval of an open request, which the other side may answer. */
const openPollMs = 8_000

export const serviceRequest = (id: number) => ({
  ...query(requestCall, { params: { id } }),
  ...cachedForever,
})

export const pollWhileOpen = ({ state: { data } }: { state: { data: ServiceRequest | undefined } }) =>
  data && isOpen(data) ? openPollMs : false

/** Requests that the user sent or received; those that wait for the user come first. */
export const ownRequests = (side: RequestSide) =>
  pages([requestsCall, side], (cursor, signal) =>
    api(requestsCall, { query: { side, per_page: limits.list.size, cursor } }, { signal }),
  )

/** True while one of the sides still has to answer. */
export const isOpen = ({ waits_for }: Pick<ListedRequest, 'waits_for'>) => waits_for !== null

/** The other side of a request; for staff, the client. */
export const otherSide = ({ side, client, freelancer }: ListedRequest) =>
  side === 'client' ? freelancer : client

type Step = ServiceRequest['story'][number]['step'] | 'refused' | 'lapsedOther'

/** Last step of a request's story. After another price, what the client did not answer or agree to is that price. */
export function lastStepOf({ story }: Pick<ServiceRequest, 'story'>): Step {
  const step = story.at(-1)?.step ?? 'sent'
  const wasCountered = story.some((known) => known.step === 'countered')
  if (wasCountered && step === 'withdrawn') return 'refused'
  return wasCountered && step === 'lapsed' ? 'lapsedOther' : step
}
