import type { Generated } from 'kysely'
import type { DeclineReason, EndReason, ResponseFlag, ResponseStatus } from '#contract/lifecycle.ts'
import type { Answer } from '#contract/questions.ts'
import type { Id, Json, Money, Moved, Time, WrittenAt } from './columns.ts'

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
  /** To the questions of the listing, beside each as it was asked; null where nothing was asked. */
  answers: Json<Answer[]> | null
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
  /** Why its author was refused; null where nothing was said. */
  decline_reason: DeclineReason | null
  /** When it was declined, and the state in which it was until then. */
  declined_at: Time | null
  declined_from: ResponseStatus | null
  /** What was noticed about its text; of a copy how much was said before, and whether by the same person. */
  flag: ResponseFlag | null
  flag_share: number | null
  is_own_copy: boolean | null
  /** The author of the listing has said that nothing is wrong with it. */
  unflagged_at: Time | null
  /** In which third of the prices it stood when it was sent, and among how many; null while they were few. */
  price_third: number | null
  price_among: number | null
  shortlisted_at: Time | null
  /** When it ended; null while it waits, and for what ended before the moment was kept. */
  ended_at: Time | null
  /** It began to wait anew: a choice or a refusal was taken back. */
  waits_since: Time | null
  /** How often its author was reminded that it waits. */
  nudges: Generated<number>
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** What the text of a response has in common with others. */
export interface ResponsePrints {
  response_id: number
  shingles: number[]
  /** The smallest of them. */
  sketch: number[]
  /** A bit for each of them; null of those that were written before there were any. */
  signature: string | null
}

/** An own beginning of responses. */
export interface ResponseTemplates {
  id: Id
  user_id: number
  body: string
  shingles: number[]
  created_at: WrittenAt
}

/** A response that is being written in the chat with the bot. */
export interface ResponseDrafts {
  user_id: number
  listing_id: number
  /** The message about the order in the person's chat. */
  message_id: number
  price: Money | null
  /** Null while the person has not said which. */
  currency_id: number | null
  is_negotiable: Generated<boolean>
  /** The price lies far from the budget, and the person said that it is meant. */
  is_odd_meant: Generated<boolean>
  response_text: string | null
  /** Goes on when the phone is confirmed. */
  waits_for_phone: Generated<boolean>
  created_at: Time
}

/** What must stay empty: a view of the database. */
export interface OpenLoops {
  /** `not_renewed`, `not_ended`, `not_told`. */
  loop: string | null
  response_id: number | null
  listing_id: number | null
  owed_at: Time | null
}
