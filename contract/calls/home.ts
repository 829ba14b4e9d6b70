import { z } from 'zod'
import { listingStatuses } from '../lifecycle.ts'
import { startChoices, waitingKinds } from '../options.ts'
import { defineCalls } from './call.ts'
import { ListedUser, OwnUser } from './people-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency } from './shapes.ts'

/** An own listing in the short form of the home screen. */
const OwnListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  created_at: Time,
  published_at: Time.nullable(),
  /** Lower end of the listing's price; the agreed price once an executor is chosen. */
  min_price: Amount.nullable(),
  max_price: Amount.nullable(),
  currency: Currency.nullable(),
  due_at: Time.nullable(),
  /** Time when the executor was chosen, and the executor's name. */
  chosen_at: Time.nullable(),
  executor_name: z.string().nullable(),
})

/** An own listing that waits for an act of its author. */
const Waiting = z.object({
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  kind: z.enum(waitingKinds),
  since: Time,
  /** Number of new responses, if the listing waits for an answer to responses. */
  count: z.int(),
  /** Id of the chat, if the listing waits for an answer to a question. */
  room_id: z.int().nullable(),
})

export const homeCalls = defineCalls({
  'GET /api/users/client_home': {
    access: 'user',
    reply: z.object({
      /** Listings that wait for their author: most urgent kind first, within a kind the longest wait first. */
      waiting: z.array(Waiting),
      waiting_total: z.int(),
      /** Newest own listings that are open and wait for nothing. */
      listings: z.array(OwnListing),
      /** Number of all own listings. */
      listings_total: z.int(),
      /** Freelancers that fit the newest own listings; top-rated freelancers for a client without listings. */
      freelancers: z.array(ListedUser),
    }),
    errors: [],
    added: "a client's first screen asks once for everything it shows",
  },
  'POST /api/users/start_choice': {
    access: 'user',
    body: z.object({ choice: z.enum(startChoices) }),
    reply: OwnUser,
    errors: [],
    added: 'the first start asks once per person what they are here for; the roles stay exclusive (L135)',
  },
})
