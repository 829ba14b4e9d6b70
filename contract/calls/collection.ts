import { z } from 'zod'
import { notForMeReasons } from '../not-for-me.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'
import { Amount, Time } from './scalars.ts'
import { Done } from './shapes.ts'

/** A listing that a person has hidden, with the reason and what else is hidden or shown less. */
const NotForMe = z.object({
  listing_id: z.int(),
  title: z.string(),
  reason: z.enum(notForMeReasons),
  /** Name of the category whose orders are shown less often to the person. */
  category: z.string().nullable(),
  /** Author whose listings are all hidden from the person. */
  author: z.string().nullable(),
  /** Price in roubles. Orders with a lower price and the same payment format are shown less often to the person. */
  below: Amount.nullable(),
  is_hourly: z.boolean(),
  /** Number of days. Orders that leave less time than this for the work are shown less often to the person. */
  days: z.int().nullable(),
  /** Time until which no orders are sent to the person. */
  until: Time.nullable(),
})

const addedReason = 'the personal collection says why it shows a card and learns what does not suit'

export const collectionCalls = defineCalls({
  'GET /api/not_for_me': { access: 'user', reply: z.array(NotForMe), added: addedReason },
  'POST /api/listings/:id/not_for_me': {
    access: 'user',
    params: byId(ListingId),
    body: z.object({ reason: z.enum(notForMeReasons) }),
    reply: NotForMe,
    errors: ['not_found', 'own_listing', 'wrong_state'],
    added: addedReason,
  },
  'DELETE /api/listings/:id/not_for_me': {
    access: 'user',
    params: byId(ListingId),
    reply: Done,
    added: addedReason,
  },
})
