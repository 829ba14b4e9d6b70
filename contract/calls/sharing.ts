import { z } from 'zod'
import { defineCalls } from './call.ts'
import { ListingId } from './ids.ts'

export const sharingCalls = defineCalls({
  'POST /api/app/prepare_share': {
    access: 'user',
    body: z.object({ listing_id: ListingId }),
    reply: z.object({
      /** Id for the client's share dialog, valid for a short time; null if Telegram did not answer. */
      prepared_id: z.string().nullable(),
    }),
    errors: ['not_found'],
    added: 'Telegram sends a preview of a listing instead of a bare link (#145)',
  },
})
