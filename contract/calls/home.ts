import { z } from 'zod'
import { listingStatuses } from '../lifecycle.ts'
import { startChoices, waitingKinds } from '../options.ts'
import { defineCalls } from './call.ts'
import { ListedUser, OwnUser } from './people-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency } from './shapes.ts'

/** An own listing as short as the home needs it. */
const OwnListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  created_at: Time,
  published_at: Time.nullable(),
  /** From the choice on, what was agreed. */
  min_price: Amount.nullable(),
  max_price: Amount.nullable(),
  currency: Currency.nullable(),
  due_at: Time.nullable(),
  /** Since when the work goes on, and by whom. */
  chosen_at: Time.nullable(),
  executor_name: z.string().nullable(),
})

/** An own listing on which somebody waits for its author. */
const Waiting = z.object({
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  kind: z.enum(waitingKinds),
  since: Time,
  /** Of responses, how many are new. */
  count: z.int(),
  /** Of a question, the room where it stands. */
  room_id: z.int().nullable(),
})

export const homeCalls = defineCalls({
  'GET /api/users/client_home': {
    access: 'user',
    reply: z.object({
      /** What waits for an answer, the most pressing kind first and in it who waits longest. */
      waiting: z.array(Waiting),
      waiting_total: z.int(),
      /** The newest of the other own listings that are not over. */
      listings: z.array(OwnListing),
      /** Every own listing. */
      listings_total: z.int(),
      /** People for the newest own listings; of everybody while there is none. */
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
