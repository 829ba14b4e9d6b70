import { useMutation } from '@tanstack/react-query'
import type { InviteDecline } from '#contract/invitations.ts'
import { api, type InputOf } from '#web/client/http/api.ts'
import { queryClient } from '#web/client/query.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { requestsCall, type ServiceRequest, serviceRequest } from '#web/features/services/requests/queries.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'

type OtherPrice = NonNullable<InputOf<'POST /api/service_requests/:id/counter'>['body']>

const calls = {
  accept: (id: number, body: { price: number | null }) =>
    api('POST /api/service_requests/:id/accept', { params: { id }, body }),
  counter: (id: number, body: OtherPrice) =>
    api('POST /api/service_requests/:id/counter', { params: { id }, body }),
  decline: (id: number, body: { reason?: InviteDecline }) =>
    api('POST /api/service_requests/:id/decline', { params: { id }, body }),
  withdraw: (id: number) => api('POST /api/service_requests/:id/withdraw', { params: { id } }),
}

/** Writes a request into the cache, and marks the lists that show it as stale. */
export function cacheRequest(request: ServiceRequest): void {
  queryClient.setQueryData(serviceRequest(request.id).queryKey, request)
  void queryClient.invalidateQueries({ queryKey: [requestsCall] })
  // The button of the service's page leads to the open request.
  void queryClient.invalidateQueries({ queryKey: ['GET /api/services/:id'] })
}

/** Mutation for an answer to a request. After a refusal the page shows the request as it is now. */
export function useRequestMutation(id: number, onDone: (request: ServiceRequest) => void) {
  return useMutation({
    mutationFn: (callApi: (act: typeof calls, id: number) => Promise<ServiceRequest>) => callApi(calls, id),
    onSuccess: (request) => {
      haptic('success')
      cacheRequest(request)
      void refreshListings(id)
      void refreshResponses()
      onDone(request)
    },
    onError: (error) => {
      void showFailure(error)
      void queryClient.invalidateQueries({ queryKey: serviceRequest(id).queryKey })
    },
  })
}
