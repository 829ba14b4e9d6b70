import { z } from 'zod'
import { inviteDeclines } from '../invitations.ts'
import { listingStatuses } from '../lifecycle.ts'
import { requestActs, requestSides, requestStates, requestSteps } from '../service-requests.ts'
import { Money } from './fields.ts'
import { PublicUser } from './people-shapes.ts'
import { Amount, Time } from './scalars.ts'
import { Currency, File, Terms } from './shapes.ts'

/** Terms that the client saw. Other terms in the meantime are refused with `terms_changed`. */
export const RequestTerms = z.object({
  /** Amount in major units; null if the price is by agreement. */
  price: Money.nullable(),
  days: z.int().nullable(),
})

/** A request in a list of one of its sides. */
export const ListedRequest = z.object({
  /** Id of the request, which is the id of its order too. */
  id: z.int(),
  /** Null after the service was deleted. */
  service_id: z.int().nullable(),
  service_name: z.string(),
  state: z.enum(requestStates),
  /** State of the order, which goes on after the acceptance. */
  order_status: z.enum(listingStatuses),
  /** The viewer's side; null for staff. */
  side: z.enum(requestSides).nullable(),
  /** Side whose answer is awaited; null after the end. */
  waits_for: z.enum(requestSides).nullable(),
  client: PublicUser,
  freelancer: PublicUser,
  /** Price and days of the offer that counts: the freelancer's other price if there is one. */
  price: Amount.nullable(),
  days: z.int().nullable(),
  currency: Currency,
  unit: Terms.nullable(),
  /** Price and days of the service when the request was sent. */
  list_price: Amount.nullable(),
  list_days: z.int().nullable(),
  is_seen: z.boolean(),
  offered_at: Time,
  /** Time at which the request ends unanswered. */
  ends_at: Time,
  ended_at: Time.nullable(),
})

/** The page of a request for its two sides and the staff. */
export const ServiceRequest = ListedRequest.extend({
  /** Category of the order, which stays when the service is deleted. */
  category_id: z.int().nullable(),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  files: z.array(File),
  /** The freelancer's reason for the other price. */
  counter_reason: z.string().nullable(),
  decline_reason: z.enum(inviteDeclines).nullable(),
  /** Minutes in which the freelancer usually replies; null unless known. */
  reply_minutes: z.int().nullable(),
  /** Steps so far, oldest first. `price` and `days` belong to the steps `sent` and `countered`. */
  story: z.array(
    z.object({
      step: z.enum(requestSteps),
      at: Time,
      by: z.enum(requestSides).nullable(),
      price: Amount.nullable(),
      days: z.int().nullable(),
    }),
  ),
  /** Acts that the viewer may do now. */
  acts: z.array(z.enum(requestActs)),
  /** Chat of the deal, which is opened by the acceptance; null before. */
  room_id: z.int().nullable(),
})
