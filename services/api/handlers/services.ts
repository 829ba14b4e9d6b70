import type { Handlers } from '#contract/calls/call.ts'
import type { serviceRequestCalls } from '#contract/calls/service-requests.ts'
import type { serviceCalls } from '#contract/calls/services.ts'
import { AppError } from '#contract/errors.ts'
import { servicePageHandlers } from '#services/api/handlers/people/services.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

function notYet(): never {
  throw new AppError('unavailable')
}

export const serviceHandlers: Handlers<
  typeof serviceCalls & typeof serviceRequestCalls,
  GuestContext,
  UserContext
> = {
  ...servicePageHandlers,
  'POST /api/services/:id/requests': notYet,
  'GET /api/service_requests': notYet,
  'GET /api/service_requests/:id': notYet,
  'PUT /api/service_requests/:id/seen': notYet,
  'POST /api/service_requests/:id/accept': notYet,
  'POST /api/service_requests/:id/counter': notYet,
  'POST /api/service_requests/:id/decline': notYet,
  'POST /api/service_requests/:id/withdraw': notYet,
}
