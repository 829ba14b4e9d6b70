import type { Generated } from 'kysely'
import type { InviteDecline } from '#contract/invitations.ts'
import type { RequestAnswer, RequestEnd } from '#contract/service-requests.ts'
import type { Json, Money, Time } from './columns.ts'

/** Requests of clients for services. The listing with the same id is the private order: title, text, price and state. */
export interface ServiceRequests {
  listing_id: number
  /** Null after the service was deleted. */
  service_id: number | null
  client_id: number
  freelancer_id: number
  /** Terms of the service when the request was sent. */
  service_name: string
  price_term_id: number | null
  days: number | null
  answers: Json<RequestAnswer[]>
  list_price: Money | null
  /** The freelancer's other price, which waits for the client; all null without one. */
  counter_price: Money | null
  counter_days: number | null
  counter_reason: string | null
  countered_at: Time | null
  /** Time when the freelancer first opened the request. */
  seen_at: Time | null
  offered_at: Time
  /** Time when the request ends unanswered: seven days after the last offer. */
  ends_at: Time
  /** Reminders sent since the last offer. */
  nudges: Generated<number>
  /** Time when the request was accepted or ended without; null while it waits. */
  ended_at: Time | null
  /** The side that ended it; null for the clock. */
  ended_by: number | null
  end_reason: RequestEnd | null
  decline_reason: InviteDecline | null
}
