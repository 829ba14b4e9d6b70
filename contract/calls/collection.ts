import { z } from 'zod'
import { notForMeReasons } from '../not-for-me.ts'
import { defineCalls } from './call.ts'
import { byId, ListingId } from './ids.ts'
import { Amount, Time } from './scalars.ts'
import { Done } from './shapes.ts'

/** What somebody said does not suit them, with what follows from it. */
const NotForMe = z.object({
  listing_id: z.int(),
  title: z.string(),
  reason: z.enum(notForMeReasons),
  /** The speciality of which less is shown. */
  category: z.string().nullable(),
  /** Whose listings are not shown. */
  author: z.string().nullable(),
  /** Cheaper ones are shown less, in roubles; those that are paid alike. */
  below: Amount.nullable(),
  is_hourly: z.boolean(),
  /** Ones with less time are shown less. */
  days: z.int().nullable(),
  /** Until when no orders are told. */
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
