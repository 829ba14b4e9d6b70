import { z } from 'zod'
import { defineCalls } from './call.ts'
import { byId, ListingId, ServiceId } from './ids.ts'

const PreparedShare = z.object({
  /** Id for the client's share dialog, valid for a short time; null if Telegram did not answer. */
  prepared_id: z.string().nullable(),
})

export const sharingCalls = defineCalls({
  'POST /api/app/prepare_share': {
    access: 'user',
    body: z.object({ listing_id: ListingId }),
    reply: PreparedShare,
    errors: ['not_found'],
    added: 'Telegram sends a preview of a listing instead of a bare link (#145)',
  },
  'POST /api/services/:id/prepare_share': {
    access: 'user',
    params: byId(ServiceId),
    reply: PreparedShare,
    errors: ['not_found'],
    added: 'a service is shared with a preview, as a listing is (4.9)',
  },
})
