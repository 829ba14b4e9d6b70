import type { Generated } from 'kysely'
import type { EndReason, ResponseStatus } from '#contract/lifecycle.ts'
import type { Id, Money, Moved, Time, WrittenAt } from './columns.ts'

/** One per listing and person, withdrawn ones apart. */
export interface Responses {
  id: Id
  listing_id: number
  user_id: number
  status: Moved<ResponseStatus>
  /** 20 = boosted, 200 = normal; 20 only together with `boosted_at`. */
  response_type: Generated<number>
  response_text: string
  price: Money | null
  /** Required with a price. */
  currency_id: number | null
  materials_link: string | null
  with_resume: Generated<boolean>
  /** When the boost was paid: boosts rank by it. */
  boosted_at: Time | null
  /** When a boost was returned because the author had not opened the response before it ended. */
  boost_credited_at: Time | null
  /** First time the author saw it. */
  seen_at: Time | null
  /** Put away by its author, the freelancer. */
  is_archive: Generated<boolean>
  /** Set once the response has ended; null for what ended before reasons were kept. */
  end_reason: EndReason | null
  created_at: WrittenAt
  updated_at: WrittenAt
}
