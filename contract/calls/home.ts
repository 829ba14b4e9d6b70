import { z } from 'zod'
import { listingStatuses } from '../lifecycle.ts'
import { receivedGroups, startChoices, waitingKinds } from '../options.ts'
import { defineCalls } from './call.ts'
import { Response } from './listing-shapes.ts'
import { ListedUser, OwnUser } from './people-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency } from './shapes.ts'

/** One of the caller's own listings, in the short form of the home screen. */
const OwnListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  created_at: Time,
  published_at: Time.nullable(),
  expires_at: Time.nullable(),
  /** Lower end of the listing's price. Once an executor is chosen, the agreed price. */
  min_price: Amount.nullable(),
  max_price: Amount.nullable(),
  currency: Currency.nullable(),
  /** Price term, such as `hourly`. Null if the listing has none or the price was agreed. */
  payment_format: z.string().nullable(),
  due_at: Time.nullable(),
  /** Time when the executor was chosen. The name is that of the executor or, before, of a service's freelancer. */
  chosen_at: Time.nullable(),
  executor_name: z.string().nullable(),
})

/** One of the caller's own listings that needs an act of the caller. */
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
  /** Category and period of the placement, on which its price depends. */
  category_id: z.int().nullable(),
  placement_period: z.int(),
})

/** One of the caller's own listings that has responses. The counts cover all its responses except withdrawn ones. */
const ListingWithResponses = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  expires_at: Time.nullable(),
  counts: z.object({ new: z.int(), waiting: z.int(), shortlisted: z.int(), all: z.int() }),
  /** Time of the oldest response that the author has not answered; null if all responses are answered. */
  waiting_since: Time.nullable(),
  /** First responses of the requested group, in the order of the listing's own page. */
  responses: z.array(Response),
})

export const homeCalls = defineCalls({
  'GET /api/users/client_home': {
    access: 'user',
    reply: z.object({
      /**
       * Listings that need an act of their author. The most urgent kind comes first; within a kind, the longest wait
       * comes first.
       */
      waiting: z.array(Waiting),
      waiting_total: z.int(),
      /** The caller's newest open listings that need no act of the caller. */
      listings: z.array(OwnListing),
      /** Number of all listings of the caller. */
      listings_total: z.int(),
      /** Kinds of the caller's listings. The kind that was created last comes first. */
      posted_kinds: z.array(z.enum(['order', 'vacancy'])),
      /** Freelancers that fit `freelancers_for`, without current executors; top-rated ones if it is null. */
      freelancers: z.array(ListedUser),
      /** The newest own listing that looks for somebody. */
      freelancers_for: z
        .object({ id: z.int(), kind: z.enum(['order', 'vacancy']), title: z.string() })
        .nullable(),
    }),
    errors: [],
    added: "a client's first screen asks once for everything it shows",
  },
  'GET /api/users/received_responses': {
    access: 'user',
    query: z.object({ group: z.enum(receivedGroups).default('all') }),
    reply: z.object({
      /** The caller's current listings that have responses. The listing with the newest response comes first. */
      listings: z.array(ListingWithResponses),
      /** The caller's newest open listing, to which people can be invited; null if no listing is open. */
      newest_open: z
        .object({ id: z.int(), kind: z.enum(['order', 'vacancy']), title: z.string() })
        .nullable(),
    }),
    errors: [],
    added: 'a client reads the responses to all own listings on one screen',
  },
  'GET /api/users/new_responses': {
    access: 'user',
    reply: z.object({ count: z.int() }),
    errors: [],
    added: "the menu counts the responses that a client has not seen, as it counts the chat's messages",
  },
  'POST /api/users/start_choice': {
    access: 'user',
    body: z.object({ choice: z.enum(startChoices) }),
    reply: OwnUser,
    errors: [],
    added: 'the first start asks once per person what they are here for; the roles stay exclusive (L135)',
  },
})
