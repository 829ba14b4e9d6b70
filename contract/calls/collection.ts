import { z } from 'zod'
import { notForMeReasons } from '../not-for-me.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'
import { Amount, Time } from './scalars.ts'
import { Done } from './shapes.ts'

/** A hidden listing, with its further effects. */
const NotForMe = z.object({
  listing_id: z.int(),
  title: z.string(),
  reason: z.enum(notForMeReasons),
  /** Category that is shown less. */
  category: z.string().nullable(),
  /** Author whose listings are hidden. */
  author: z.string().nullable(),
  /** Orders below this price in roubles, with the same payment format, are shown less. */
  below: Amount.nullable(),
  is_hourly: z.boolean(),
  /** Orders with less time are shown less. */
  days: z.int().nullable(),
  /** No orders are sent until this time. */
  until: Time.nullable(),
})

const added = 'the personal collection says why it shows a card and learns what does not suit'

export const collectionCalls = defineCalls({
  'GET /api/not_for_me': { access: 'user', reply: z.array(NotForMe), added },
  'POST /api/listings/:id/not_for_me': {
    access: 'user',
    params: byId(ListingId),
    body: z.object({ reason: z.enum(notForMeReasons) }),
    reply: NotForMe,
    errors: ['not_found', 'own_listing', 'wrong_state'],
    added,
  },
  'DELETE /api/listings/:id/not_for_me': { access: 'user', params: byId(ListingId), reply: Done, added },
})
