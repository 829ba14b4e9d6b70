import type { Generated } from 'kysely'
import type { DeclineReason, EndReason, ResponseFlag, ResponseStatus } from '#contract/lifecycle.ts'
import type { Answer } from '#contract/questions.ts'
import type { Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'

/** One per listing and person, not counting withdrawn ones. */
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
  /** Answers with the listing's questions as they were asked; null without questions. */
  answers: Json<Answer[]> | null
  with_resume: Generated<boolean>
  /** Payment time of the boost; boosts are ranked by it. */
  boosted_at: Time | null
  /** Time when an unseen boost was returned. */
  boost_credited_at: Time | null
  /** First time the author saw it. */
  seen_at: Time | null
  /** Archived by its sender, the freelancer. */
  is_archive: Generated<boolean>
  /** Set once the response has ended; null for ends before reasons were stored. */
  end_reason: EndReason | null
  /** Reason of the decline; null without one. */
  decline_reason: DeclineReason | null
  /** Time of the decline, and the state before it. */
  declined_at: Time | null
  declined_from: ResponseStatus | null
  /** Finding about its text; for a copy the copied share and whether it was the sender's own text. */
  flag: ResponseFlag | null
  flag_share: number | null
  is_own_copy: boolean | null
  /** The listing's author cleared the finding. */
  unflagged_at: Time | null
  /** Third of the prices when it was sent, and the number of prices; null while too few. */
  price_third: number | null
  price_among: number | null
  shortlisted_at: Time | null
  /** Time of its end; null while it waits, or for ends before the time was stored. */
  ended_at: Time | null
  /** Waiting again since this time: a choice or a decline was undone. */
  waits_since: Time | null
  /** Number of reminders to the listing's author. */
  nudges: Generated<number>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Word pairs of a response's text, for finding copies. */
export interface ResponsePrints {
  response_id: number
  shingles: number[]
  /** The smallest of the hashes. */
  sketch: number[]
  /** A bit set of the hashes; null in older rows. */
  signature: string | null
}

/** A person's template for responses. */
export interface ResponseTemplates {
  id: Id
  user_id: number
  body: string
  shingles: number[]
  created_at: WrittenAt
}

/** A response being written in the chat with the bot. */
export interface ResponseDrafts {
  user_id: number
  listing_id: number
  /** The message about the order in the person's chat. */
  message_id: number
  price: Money | null
  /** Null until the person has chosen one. */
  currency_id: number | null
  is_negotiable: Generated<boolean>
  /** The person confirmed a price far from the budget. */
  is_odd_meant: Generated<boolean>
  response_text: string | null
  /** Continues when the phone is confirmed. */
  waits_for_phone: Generated<boolean>
  created_at: Time
}

/** View of unfinished follow-ups; must be empty. */
export interface OpenLoops {
  /** `not_renewed`, `not_ended`, `not_told`. */
  loop: string | null
  response_id: number | null
  listing_id: number | null
  owed_at: Time | null
}
