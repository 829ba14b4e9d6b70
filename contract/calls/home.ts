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
  /** Agreed price once an executor is chosen. */
  min_price: Amount.nullable(),
  max_price: Amount.nullable(),
  currency: Currency.nullable(),
  due_at: Time.nullable(),
  /** Start of the work, and its executor. */
  chosen_at: Time.nullable(),
  executor_name: z.string().nullable(),
})

/** An own listing that waits for its author. */
const Waiting = z.object({
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  kind: z.enum(waitingKinds),
  since: Time,
  /** For responses: the number of new ones. */
  count: z.int(),
  /** For a question: its chat. */
  room_id: z.int().nullable(),
})

export const homeCalls = defineCalls({
  'GET /api/users/client_home': {
    access: 'user',
    reply: z.object({
      /** Everything that waits, most urgent kind first, within a kind the longest wait first. */
      waiting: z.array(Waiting),
      waiting_total: z.int(),
      /** Newest of the other open own listings. */
      listings: z.array(OwnListing),
      /** Number of own listings. */
      listings_total: z.int(),
      /** Freelancers that fit the newest own listings; for clients without listings, top-rated ones. */
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
